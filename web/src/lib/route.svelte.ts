// The current path. The address bar is the only source of truth.

/** A new game is a sheet over the home page. */
const isHome = (path: string): boolean => path === "/" || path.startsWith("/new/");

class Route {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** Go to a path. `state` becomes `history.state` there, for example the name to sit down with. */
  go(path: string, state: unknown = null): void {
    const wasHome = isHome(this.path);
    history.pushState(state, "", path);
    this.path = location.pathname;
    if (!wasHome || !isHome(this.path)) scrollTo(0, 0);
  }

  /** Follow links within the site without reloading the page. */
  #follow(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest("a");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname === location.pathname && link.hash) return;
    if (!/^\/($|games$|stats$|credits$|r\/[^/]+(\/replay(\/\d+)?)?$|new\/|rules\/|learn\/)/.test(link.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const route = new Route();
