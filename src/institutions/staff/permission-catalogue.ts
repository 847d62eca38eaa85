import { Injectable } from '@nestjs/common';

/**
 * All permissions; roles can hold only these. They are constants, so modules register theirs with `register` when they
 * start.
 */
@Injectable()
export class PermissionCatalogue {
  private readonly names = new Set<string>();

  /** @param names a list of names, or the `<module>Permissions` constant of a module. */
  register(names: Iterable<string> | Readonly<Record<string, string>>): void {
    for (const name of Symbol.iterator in names ? names : Object.values(names)) this.names.add(name);
  }

  /** In alphabetical order. */
  list(): string[] {
    return [...this.names].sort();
  }

  isKnown(name: string): boolean {
    return this.names.has(name);
  }
}
