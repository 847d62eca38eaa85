/** Forms of texts that differ between two runs. */
const VOLATILE = [
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  /^[A-Z]{2,5}\d{6,}$/,
  /^\d{8,}$/,
  /^\S{40,}$/,
];

/**
 * Differences between the output that a page shows and that of its commands. JSON is compared by its fields: moments,
 * identifiers and tokens need the same form, everything else the same value. `…` stands for anything.
 * @returns one line for each difference; none when they agree
 */
export function differences(shown: { language: string; text: string }, actual: string): string[] {
  if (shown.language === 'text') return textDifference('output', shown.text.trim(), actual.trim());
  const [wanted, given] = [jsonValues(shown.text.replaceAll(/: …/g, ': "…"')), jsonValues(actual)];
  if (wanted.length !== given.length) return [`${given.length} JSON values instead of ${wanted.length}: ${actual}`];
  return wanted.flatMap((value, index) => valueDifferences(value, given[index], `[${index}]`));
}

/** The JSON values of a text, each on a line or over several. */
function jsonValues(text: string): unknown[] {
  const values: unknown[] = [];
  let pending = '';
  for (const line of text.split('\n')) {
    pending += `${line}\n`;
    if (pending.trim() === '') continue;
    try {
      values.push(JSON.parse(pending));
      pending = '';
    } catch {
      // The value goes on in the next line.
    }
  }
  if (pending.trim() !== '') values.push(`no JSON: ${pending.trim()}`);
  return values;
}

function valueDifferences(wanted: unknown, given: unknown, place: string): string[] {
  if (wanted === '…' && given !== undefined) return [];
  if (typeof wanted === 'string' && typeof given === 'string') return textDifference(place, wanted, given);
  if (typeof wanted === 'number' && typeof given === 'number')
    return wanted === given || (/[iI]d$/.test(place) && Number.isInteger(given))
      ? []
      : [`${place}: ${given} instead of ${wanted}`];
  if (!isContainer(wanted) || !isContainer(given) || Array.isArray(wanted) !== Array.isArray(given))
    return wanted === given ? [] : [`${place}: ${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`];
  const keys = [...new Set([...Object.keys(wanted), ...Object.keys(given)])];
  return keys.flatMap((key) => valueDifferences(wanted[key], given[key], `${place}.${key}`));
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textDifference(place: string, wanted: string, given: string): string[] {
  const isSame =
    wanted === given || matchesDots(wanted, given) || VOLATILE.some((form) => form.test(wanted) && form.test(given));
  return isSame ? [] : [`${place}: ${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`];
}

function matchesDots(wanted: string, given: string): boolean {
  if (!wanted.includes('…')) return false;
  const parts = wanted.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^]*')}$`).test(given);
}
