// Where the visitor is: the address bar is the only place that knows.

class Route {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** What is left with the address, such as the name to sit down with, is `history.state` there. */
  go(path: string, left: unknown = null): void {
    history.pushState(left, "", path);
    this.path = path;
    scrollTo(0, 0);
  }

  /** Links within the house do not load the page anew. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest("a");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname === location.pathname && link.hash) return;
    if (!/^\/($|games$|r\/[^/]+(\/replay(\/\d+)?)?$|new\/|rules\/)/.test(link.pathname)) return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const route = new Route();
