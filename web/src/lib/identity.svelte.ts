// Who plays on this device: a name and a token, kept by the browser and sent with the seat. There are no accounts.

import { loadItem, saveItem } from "$lib/storage";
import { t } from "$lib/translations";
import { tokenFor, type Token } from "../table/tokens";

export const MAX_NAME_LENGTH = 24;

class Identity {
  #name = $state(loadItem("name", ""));
  #avatar = $state(loadItem("avatar", ""));

  /** Empty until the player has given one. */
  get name(): string {
    return this.#name;
  }

  get shownName(): string {
    return this.#name || t("guest");
  }

  /** The token that was chosen, as it is sent with the seat; empty for the one of the name. */
  get avatar(): string {
    return this.#avatar;
  }

  get token(): Token {
    return tokenFor(this.#avatar, this.shownName);
  }

  set({ name = this.#name, avatar = this.#avatar }: { name?: string; avatar?: string }): void {
    this.#name = name.trim().replace(/\s+/g, " ").slice(0, MAX_NAME_LENGTH);
    this.#avatar = avatar;
    saveItem("name", this.#name);
    saveItem("avatar", this.#avatar);
  }
}

export const identity = new Identity();
