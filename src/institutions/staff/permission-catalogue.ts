import { Injectable } from '@nestjs/common';

/**
 * All permissions; roles can hold only these. They are constants, so modules register theirs with `register` when they
 * start.
 */
@Injectable()
export class PermissionCatalogue {
  private readonly groups = new Map<string, string>();

  /**
   * @param names a list of names, or the `<module>Permissions` constant of a module.
   * @param group the heading under which staff find them in the list of permissions, such as `Loans`.
   */
  register(names: Iterable<string> | Readonly<Record<string, string>>, group: string): void {
    for (const name of Symbol.iterator in names ? names : Object.values(names)) this.groups.set(name, group);
  }

  /** In alphabetical order. */
  list(): string[] {
    return [...this.groups.keys()].sort();
  }

  isKnown(name: string): boolean {
    return this.groups.has(name);
  }

  /** The heading of a registered permission. */
  groupOf(name: string): string {
    const group = this.groups.get(name);
    if (group === undefined) throw new Error(`There is no permission ${name}.`);
    return group;
  }
}
