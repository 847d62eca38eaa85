import Mustache from 'mustache';
import type { MessageChannel } from '../message.entity';
import { SMS_MAX_CHARACTERS, SUBJECT_MAX_LENGTH } from '../message-limits';
import type { TemplateText } from './default-templates';

/** Values by variable. A variable that does not apply is an empty text, which a section treats as false. */
export type TemplateVariables = Readonly<Record<string, string>>;

export interface RenderedTemplate {
  subject: string | null;
  body: string;
}

/** A token of the parser: kind, name or text, start, end, and the tokens inside a section. */
type Token = [kind: string, value: string, start: number, end: number, inside?: Token[] | string];

// Without a cache, because the library never removes a parsed template and staff may preview any number of them.
const writer = Object.assign(new Mustache.Writer(), { templateCache: undefined });

/** Tokens without a name: text, comments and changes of the tags. */
const NAMELESS = new Set(['text', '!', '=']);

const withoutEscaping = (value: string): string => value;

function namesIn(tokens: Token[]): string[] {
  return tokens.flatMap(([kind, value, , , inside]) => {
    if (NAMELESS.has(kind)) return [];
    return [kind === '>' ? `>${value}` : value, ...(Array.isArray(inside) ? namesIn(inside) : [])];
  });
}

/**
 * The error in a template, as a sentence for staff; undefined when there is none.
 *
 * @param known the variables it may name. Any other name is a typing error, which would leave a gap in a message.
 */
export function templateViolation(template: string, known: readonly string[]): string | undefined {
  let names: string[];
  try {
    names = namesIn(writer.parse(template) as Token[]);
  } catch (error) {
    return `The template cannot be read: ${(error as Error).message}.`;
  }
  const unknown = [...new Set(names)].filter((name) => !known.includes(name));
  return unknown.length === 0 ? undefined : `The template names unknown variables: ${unknown.join(', ')}.`;
}

function render(template: string, variables: TemplateVariables): string {
  // The view has no prototype, so that a template can reach the variables only.
  const view: unknown = Object.assign(Object.create(null), variables);
  return writer.render(template, view, undefined, { escape: withoutEscaping });
}

/** The text on one line, because a line break in a subject would begin another header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}

function truncate(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('');
}

/**
 * Renders a template. In an HTML body every value is escaped, even where the template requests no escaping, because
 * values come from customers.
 */
export function renderTemplate(
  { subject, body, isHtml }: TemplateText,
  channel: MessageChannel,
  variables: TemplateVariables,
): RenderedTemplate {
  if (channel === 'sms') return { subject: null, body: truncate(render(body, variables).trim(), SMS_MAX_CHARACTERS) };
  const escaped = isHtml
    ? Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, Mustache.escape(value)]))
    : variables;
  return {
    subject: truncate(oneLine(render(subject ?? '', variables)), SUBJECT_MAX_LENGTH),
    body: render(body, escaped),
  };
}
