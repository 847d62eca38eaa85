/** A route's address as a pattern, with the methods that it takes. */
interface RoutePattern {
  pattern: RegExp;
  methods: Set<string>;
}

/** The methods of each address of an application, to tell a wrong method from an unknown address. */
export class RouteMethods {
  private readonly routes = new Map<string, RoutePattern>();

  /** @param url the pattern of a route, such as `/api/agent/v1/delete/:ID`. */
  add(url: string, methods: string | string[]): void {
    let route = this.routes.get(url);
    if (!route) this.routes.set(url, (route = { pattern: patternOf(url), methods: new Set() }));
    for (const method of [methods].flat()) route.methods.add(method);
  }

  /**
   * Methods of the routes at an address, sorted; none for an unknown address. Work is linear in the number of routes.
   */
  methodsAt(path: string): string[] {
    const found = [...this.routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  }
}

function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment.startsWith(':')) return '[^/]+';
    return segment === '*' ? '.*' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}$`);
}
