import { Injectable } from '@nestjs/common';

/** Every permission of the program, made known by its modules at boot. Roles can hold only these. */
@Injectable()
export class PermissionCatalogue {
  private readonly names = new Set<string>();

  /** Takes a list of names, or a module's `<module>Permissions` constant. */
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
