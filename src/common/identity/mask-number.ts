const SHOWN_CHARACTERS = 4;
/** A shorter number would be given away by its last characters. */
const SHORTEST_SHOWN = 9;

/**
 * An identity number for those who may not see it: the last four characters and an asterisk for each other one. A
 * number of eight characters or fewer shows none.
 */
export function maskNumber(number: string): string {
  const characters = [...number];
  const shown = characters.length < SHORTEST_SHOWN ? 0 : SHOWN_CHARACTERS;
  const hidden = characters.length - shown;
  return '*'.repeat(hidden) + characters.slice(hidden).join('');
}
