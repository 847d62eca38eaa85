/** A link of a Markdown page, as it is written. */
export interface MarkdownLink {
  line: number;
  target: string;
}

/** The anchors of a page: of its headings by GitHub's rules, and those written as `<a id>`. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const { text } of linesOutsideCode(markdown)) {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(text)?.[1];
    if (heading !== undefined) anchors.add(freeSlug(slugOf(heading), anchors));
    for (const [, id] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id ?? '');
  }
  return anchors;
}

/** The links and pictures of a page, code left out. */
export function linksOf(markdown: string): MarkdownLink[] {
  return linesOutsideCode(markdown).flatMap(({ line, text }) => {
    const prose = text.replace(/`[^`]*`/g, (code) => (code.includes('](') ? '' : code));
    const inline = [...prose.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)];
    const references = [...prose.matchAll(/^\[[^\]]+\]:\s+(\S+)/g)];
    return [...inline, ...references].map(([, target = '']) => ({ line, target }));
  });
}

function linesOutsideCode(markdown: string): { line: number; text: string }[] {
  let fence: string | undefined;
  return markdown.split('\n').flatMap((text, index) => {
    const mark = /^\s*(```+|~~~+)/.exec(text)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence) === true) fence = undefined;
    else if (fence === undefined) return [{ line: index + 1, text }];
    return [];
  });
}

/** Lower case, without marks and punctuation, spaces as hyphens. A link in a heading counts with its text. */
function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** The second heading of a name gets `-1`, the third `-2`. */
function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let n = 1; taken.has(free); n += 1) free = `${slug}-${n}`;
  return free;
}
