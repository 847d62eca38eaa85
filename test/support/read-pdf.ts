import { execFileSync } from 'node:child_process';

/** Visible content of a PDF file. */
export interface ReadPdf {
  /** The text of each page. Spaces are left out: printing sets words apart by position and a reader can only guess. */
  pages: string[];
  info: Record<string, unknown>;
  /** Size of the first page, in points. */
  width: number;
  height: number;
}

/**
 * The reader is an ES module that imports itself in parts, which Jest's sandbox cannot do: it runs in a process of its
 * own.
 */
const READER = `
  import { readFileSync } from 'node:fs';
  import { extractText, getDocumentProxy, getMeta } from 'unpdf';
  const pdf = await getDocumentProxy(new Uint8Array(readFileSync(0)));
  const { text } = await extractText(pdf, { mergePages: false });
  const { info } = await getMeta(pdf);
  const [, , width, height] = (await pdf.getPage(1)).view;
  process.stdout.write(JSON.stringify({ pages: text, info, width, height }));
`;

/** Reads a PDF file as another program would. */
export function readPdf(bytes: Buffer): ReadPdf {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', READER], {
    input: bytes,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { pages, info, width, height } = JSON.parse(output.toString('utf8')) as ReadPdf;
  return { pages: pages.map((page) => page.replace(/\s+/g, '')), info, width, height };
}
