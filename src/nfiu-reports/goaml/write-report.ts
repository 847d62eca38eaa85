import type { Field, GoamlNode, GoamlValue, LeafType } from './fields';

const KOBO_PER_NAIRA = 100n;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
/** Characters that no XML 1.0 document may have, escaped or not: all but those of its production `Char`. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Text without the characters that XML cannot carry. */
export function xmlText(value: string): string {
  return value.replace(FORBIDDEN, '');
}

/**
 * Writes a report as XML. It is pure and does not judge: check the report first (`reportFindings`).
 *
 * @param root the layout of one version, such as `REPORT_4_5`
 */
export function writeReport(root: Field, report: GoamlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elements(root, report)}\n`;
}

function elements(field: Field, value: GoamlValue): string {
  if (value === undefined) return '';
  const { element, repeats, item } = field;
  if (!repeats) return tag(element, content(field, value));
  const each = (value as readonly (GoamlNode | string)[]).map((one) => tag(item ?? element, content(field, one)));
  return item === undefined ? each.join('') : tag(element, each.join(''));
}

function tag(element: string, inner: string): string {
  return inner === '' ? `<${element}/>` : `<${element}>${inner}</${element}>`;
}

function content({ fields, leaf }: Field, value: GoamlValue): string {
  if (fields) return fields.map((field) => elements(field, (value as GoamlNode)[field.key])).join('');
  return escaped(leafText(leaf!, value as string | number | bigint | boolean));
}

/** The text of a value, as it is written and counted. */
export function leafText(type: LeafType, value: string | number | bigint | boolean): string {
  if (type.kind === 'fixed') return type.text;
  if (type.kind === 'amount') return nairaText(value as bigint);
  return typeof value === 'string' ? xmlText(value) : String(value);
}

function nairaText(kobo: bigint): string {
  const size = kobo < 0n ? -kobo : kobo;
  const places = String(size % KOBO_PER_NAIRA).padStart(2, '0');
  return `${kobo < 0n ? '-' : ''}${size / KOBO_PER_NAIRA}.${places}`;
}

function escaped(value: string): string {
  return value.replace(/[&<>\r]/g, (character) => ESCAPES[character]!);
}
