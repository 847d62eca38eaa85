import { Injectable } from '@nestjs/common';

/** All permissions, registered by the modules at boot. Roles can hold only these. */
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
