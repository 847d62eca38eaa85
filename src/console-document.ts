/** What the build of the console knows of a page (console/scripts/page-facts.mjs). */
export interface PageFacts {
  /** The scripts of the page beside those of every page. */
  files: readonly string[];
  /** With `$id` for that part of the path. */
  title: string;
  /** Empty where the introduction is that of a record. */
  intro: string;
  /** The address of the API that reads the record of the page, with `$id` as in the path; empty without a record. */
  read: string;
  /** The reads of records that an address names by a number instead of an id; the first whose pattern fits counts. */
  numbered?: readonly { pattern: string; read: string }[];
  /** The field of the record that is seen first, as `customer.name`. */
  firstText?: string;
  /** True for a case beside its queue, whose heading is that of the queue. */
  isCase?: boolean;
}

/** The answer to the read of a record, as the API has given it to the member. */
export interface RecordAnswer {
  /** The address that was read. */
  address: string;
  /** The body: JSON. */
  body: string;
}

/** The facts of each page of the console by its path below `/console`, in which `$id` stands for any part. */
export type ConsolePages = Readonly<Record<string, PageFacts>>;

/** Elements of the first picture, with `{{title}}`, `{{intro}}` and `{{lines}}` where the page's own words stand. */
export interface FirstPictures {
  page: string;
  /** Follows the head of the page of a record. */
  record: string;
  /** Follows the head of a queue. */
  case: string;
  signIn: string;
}

interface PagePattern {
  pattern: RegExp;
  facts: PageFacts;
}

const PART = /\$(\w+)/g;
/** Parts of an address that are shown: numbers and codes. */
const SHOWN_PART = /^[\w-]{1,40}$/;
/** Two words at least. */
const IS_TEXT = /\S\s+\S/;
/** No day, time or key of a computer. */
const IS_READABLE = /^(?!\d{4}-\d\d-\d\d|[\da-f-]{16,}$)\s*\S/;
/** In the place of a record: the first one of a queue, which only the page finds (console/src/app/page.ts). */
const NEXT_CASE = 'next';
const SIGN_IN = '/login';
const BEFORE_SIGN_IN: readonly string[] = [SIGN_IN, '/password'];

/** What the session of the console reads first on every page (console/src/app/first-reads.ts). */
const FIRST_READS = ['session', 'work', 'me/preferences'].map((route) => `/api/admin/v1/${route}`);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/**
 * What the document of a page has, so that the page is seen before its scripts have run: the names of the scripts,
 * which the first script would ask for only when it runs; with a session, the names of the answers that the frame of
 * every page waits for, and the record of the page; and the picture of the frame with the head of the page, which the
 * page replaces when it is drawn.
 */
export class ConsoleDocument {
  private readonly patterns: readonly PagePattern[];

  constructor(
    pages: ConsolePages,
    private readonly pictures: FirstPictures,
    private readonly prefix: string,
  ) {
    const parts = (path: string): number => path.match(PART)?.length ?? 0;
    this.patterns = Object.entries(pages)
      // A path of its own, such as `/loans/simulate`, counts before `/loans/$id`.
      .sort(([a], [b]) => parts(a) - parts(b))
      .map(([path, facts]) => ({ pattern: new RegExp(`^${path.replace(PART, '(?<$1>[^/]+)')}$`), facts }));
  }

  /** The elements for the head of the document at a path below `/console`. */
  links(path: string, hasSession: boolean): string {
    const files = this.find(shown(path, hasSession))?.facts.files ?? [];
    const scripts = files.map((file) => `<link rel="modulepreload" crossorigin href="${this.prefix}${file}">`);
    const reads = hasSession && !BEFORE_SIGN_IN.includes(path) ? FIRST_READS : [];
    return [...scripts, ...reads.map((read) => `<link rel="preload" as="fetch" crossorigin href="${read}">`)].join('');
  }

  /** The first picture at a path below `/console`; empty for an address that is no page. */
  firstPicture(path: string, hasSession: boolean, record?: RecordAnswer): string {
    const page = shown(path, hasSession);
    const found = this.find(page);
    if (!found?.facts.title) return '';
    const { facts, parts } = found;
    const read = record && recordIn(record);
    const text = textOf(read, facts.firstText);
    const others = linesOf(read, text);
    // The first text stands in the heading, or before all others of a case.
    const lines = (facts.isCase && text ? [text, ...others] : others).join('\n');
    const below = this.pictures[facts.isCase ? 'case' : 'record'];
    const title = facts.title.replace(PART, (_, name: string) =>
      SHOWN_PART.test(parts[name] ?? '') ? parts[name]! : '',
    );
    return this.pictures[page === SIGN_IN ? 'signIn' : 'page']
      .replace('{{title}}', () => escaped(text && !facts.isCase ? text : title))
      .replace('{{intro}}', () => escaped(facts.intro))
      .replace('{{record}}', () => lines && below.replace('{{lines}}', () => escaped(lines)));
  }

  /**
   * The address of the API that reads the record at a path; undefined for a page without one. Whether the member may
   * see it is for the API to say.
   */
  recordRead(path: string): string | undefined {
    const { facts, parts = {} } = this.find(path) ?? {};
    const [id = NEXT_CASE] = Object.values(parts);
    if (!facts?.read || id === NEXT_CASE || !SHOWN_PART.test(id)) return undefined;
    const { read } = facts.numbered?.find(({ pattern }) => new RegExp(pattern).test(id)) ?? facts;
    return read.replace(PART, id);
  }

  /** The facts of the page at a path, with the parts of the path that stand for `$id` and the like. */
  private find(path: string): { facts: PageFacts; parts: Readonly<Record<string, string>> } | undefined {
    for (const { pattern, facts } of this.patterns) {
      const match = pattern.exec(path);
      if (match) return { facts, parts: match.groups ?? {} };
    }
    return undefined;
  }
}

/** The answer to the read of a record as an element, which no browser runs and the page reads instead of asking. */
export function firstAnswer({ address, body }: RecordAnswer): string {
  const data = body.replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="first-answer" data-address="${escaped(address)}">${data}</script>`;
}

/** The record of an answer; that of a list is the first one. */
function recordIn({ body }: RecordAnswer): unknown {
  const { data } = JSON.parse(body) as { data: { data?: unknown } | null };
  return Array.isArray(data?.data) ? data.data[0] : data;
}

/** The text of a field of the record, such as `customer.name`. */
function textOf(record: unknown, field: string | undefined): string | undefined {
  const value = field?.split('.').reduce((part, name) => (part as Record<string, unknown> | null)?.[name], record);
  return typeof value === 'string' ? value : undefined;
}

/**
 * What a record says, a line for each field with its name, but for the text that is seen before: names, addresses,
 * states, and of its lists the texts, such as narrations. Together they are larger than any of them on the page.
 */
function linesOf(record: unknown, before: string | undefined): string[] {
  const lines = new Set<string>();
  const gather = (value: unknown, name: string, shown: RegExp): void => {
    if (Array.isArray(value)) for (const one of value) gather(one, name, IS_TEXT);
    else if (typeof value === 'object' && value !== null)
      for (const [field, inner] of Object.entries(value)) gather(inner, field, shown);
    else if (typeof value === 'string' && value !== before && shown.test(value)) lines.add(`${named(name)}: ${value}`);
  };
  gather(record, '', IS_READABLE);
  return [...lines];
}

/** The name of a field as words: `customerName` is `Customer name`, `customerID` is `Customer ID`. */
function named(field: string): string {
  const words = field.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[A-Z][a-z]+/g, (word) => word.toLowerCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The page at an address: staff without a session are led to the sign-in. */
function shown(path: string, hasSession: boolean): string {
  return hasSession || BEFORE_SIGN_IN.includes(path) ? path : SIGN_IN;
}
