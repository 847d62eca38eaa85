/** What the build of the console knows of a page (console/scripts/page-facts.mjs). */
export interface PageFacts {
  /** The scripts of the page beside those of every page. */
  files: readonly string[];
  /** With `$id` for that part of the path. */
  title: string;
  /** Empty where the introduction is that of a record. */
  intro: string;
}

/** The facts of each page of the console by its path below `/console`, in which `$id` stands for any part. */
export type ConsolePages = Readonly<Record<string, PageFacts>>;

/** Elements of the first picture, with `{{title}}` and `{{intro}}` where the page's own words stand. */
export interface FirstPictures {
  page: string;
  signIn: string;
}

interface PagePattern {
  pattern: RegExp;
  facts: PageFacts;
}

const PART = /\$(\w+)/g;
/** Parts of an address that are shown: numbers and codes. */
const SHOWN_PART = /^[\w-]{1,40}$/;
const SIGN_IN = '/login';
const BEFORE_SIGN_IN: readonly string[] = [SIGN_IN, '/password'];

/** What the session of the console reads first on every page (console/src/app/first-reads.ts). */
const FIRST_READS = ['session', 'work', 'me/preferences'].map((route) => `/api/admin/v1/${route}`);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/**
 * What the document of a page has, so that the page is seen before its scripts have run: the names of the scripts,
 * which the first script would ask for only when it runs; with a session, the answers that the frame of every page
 * waits for; and the picture of the frame with the head of the page, which the page replaces when it is drawn.
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
    const page = shown(path, hasSession);
    const files = this.patterns.find(({ pattern }) => pattern.test(page))?.facts.files ?? [];
    const scripts = files.map((file) => `<link rel="modulepreload" crossorigin href="${this.prefix}${file}">`);
    const reads = hasSession && !BEFORE_SIGN_IN.includes(path) ? FIRST_READS : [];
    return [...scripts, ...reads.map((read) => `<link rel="preload" as="fetch" crossorigin href="${read}">`)].join('');
  }

  /** The first picture at a path below `/console`; empty for an address that is no page. */
  firstPicture(path: string, hasSession: boolean): string {
    const page = shown(path, hasSession);
    const found = this.patterns.find(({ pattern }) => pattern.test(page));
    if (!found?.facts.title) return '';
    const parts = found.pattern.exec(page)!.groups ?? {};
    const title = found.facts.title.replace(PART, (_, name: string) =>
      SHOWN_PART.test(parts[name] ?? '') ? parts[name]! : '',
    );
    return this.pictures[page === SIGN_IN ? 'signIn' : 'page']
      .replace('{{title}}', () => escaped(title))
      .replace('{{intro}}', () => escaped(found.facts.intro));
  }
}

/** The page at an address: staff without a session are led to the sign-in. */
function shown(path: string, hasSession: boolean): string {
  return hasSession || BEFORE_SIGN_IN.includes(path) ? path : SIGN_IN;
}
