import { Injectable } from '@nestjs/common';
import { baseSettings } from './base-settings';
import { letterheadSettings } from './letterhead.settings';
import type { SettingDefinition } from './setting-definition';

/**
 * All configuration keys. The definitions are constants, so modules register theirs with `register` when they start.
 */
@Injectable()
export class SettingCatalogue {
  private readonly definitions = new Map<string, SettingDefinition>();

  constructor() {
    this.register(baseSettings);
    this.register(letterheadSettings);
  }

  register(definitions: readonly SettingDefinition[]): void {
    for (const definition of definitions) {
      if (this.definitions.has(definition.key))
        throw new Error(`The configuration key ${definition.key} is registered twice.`);
      this.definitions.set(definition.key, definition);
    }
  }

  find(key: string): SettingDefinition | undefined {
    return this.definitions.get(key);
  }

  /** In alphabetical order of the keys. */
  list(): SettingDefinition[] {
    return [...this.definitions.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}
