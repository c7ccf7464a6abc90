// A selection with bounds, for choices like "0 to 2 of these fields".

export interface Bounds {
  least: number;
  most: number;
  fields: string[];
}

export class Selection {
  chosen = $state<string[]>([]);

  clear(): void {
    this.chosen = [];
  }

  /** Select or deselect a field; if only one may be selected, the new one replaces the old. */
  toggle(name: string, bounds: Bounds): "chosen" | "dropped" | "full" | "closed" {
    if (this.chosen.includes(name)) {
      this.chosen = this.chosen.filter((other) => other !== name);
      return "dropped";
    }
    if (!bounds.fields.includes(name)) return "closed";
    if (bounds.most > 1 && this.chosen.length >= bounds.most) return "full";
    this.chosen = bounds.most === 1 ? [name] : [...this.chosen, name];
    return "chosen";
  }
}
