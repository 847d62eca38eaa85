import { BEHIND_FIGURES } from './behind-figures';
import type { FactDefinition } from './fact-types';

/** Facts that are known seconds after the movement. They may alert or freeze, never hold. */
export const BEHIND_FACTS: FactDefinition[] = BEHIND_FIGURES.map(({ name, type, title }) => ({
  name: `behind.${name}`,
  group: 'behind',
  type,
  history: 'folded',
  title,
  read: ({ behind }) => behind?.[name],
}));
