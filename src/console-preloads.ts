/** The scripts of each page of the console by its path below `/console`, in which `$id` stands for any part. */
export type PageFiles = Readonly<Record<string, readonly string[]>>;

interface PagePattern {
  pattern: RegExp;
  files: readonly string[];
}

const PART = /\$\w+/g;

/** What the session of the console reads first on every page (console/src/app/first-reads.ts). */
const FIRST_READS = ['session', 'work', 'me/preferences'].map((route) => `/api/admin/v1/${route}`);

/**
 * Finds what the document of a page names for the browser to fetch at once: the scripts of the page, which the first
 * script would ask for only when it runs, and, with a session, the answers that the frame of every page waits for.
 */
export class ConsolePreloads {
  private readonly patterns: readonly PagePattern[];

  constructor(
    pages: PageFiles,
    private readonly prefix: string,
  ) {
    const parts = (path: string): number => path.match(PART)?.length ?? 0;
    this.patterns = Object.entries(pages)
      // A path of its own, such as `/loans/simulate`, counts before `/loans/$id`.
      .sort(([a], [b]) => parts(a) - parts(b))
      .map(([path, files]) => ({ pattern: new RegExp(`^${path.replace(PART, '[^/]+')}$`), files }));
  }

  /** The elements for the head of the document at a path below `/console`. */
  linksOf(path: string, hasSession: boolean): string {
    const page = this.patterns.find(({ pattern }) => pattern.test(path));
    const isForStaff = path !== '/login' && path !== '/password';
    const files = !isForStaff || hasSession ? (page?.files ?? []) : [];
    const scripts = files.map((file) => `<link rel="modulepreload" crossorigin href="${this.prefix}${file}">`);
    const reads = isForStaff && hasSession ? FIRST_READS : [];
    return [...scripts, ...reads.map((read) => `<link rel="preload" as="fetch" crossorigin href="${read}">`)].join('');
  }
}
