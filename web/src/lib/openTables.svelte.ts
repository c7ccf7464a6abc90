// The open tables of this server: anyone may join.

import { request } from "$lib/http";
import type { OpenTable } from "$lib/rooms";

class OpenTables {
  /** Null until the server has answered. */
  tables = $state.raw<OpenTable[] | null>(null);

  /** Keep the old list if the server does not answer. */
  async refresh(): Promise<void> {
    this.tables = await request<OpenTable[]>("/api/lobby").catch(() => this.tables);
  }
}

export const openTables = new OpenTables();
