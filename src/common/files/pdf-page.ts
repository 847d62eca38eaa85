import { BODY_FONT, BOLD_FONT, printable, registerFonts, withShapes } from './pdf-fonts';
import { wrapText } from './wrap-text';

/** In points, 1/72 inch, like every length here. */
const MARGIN = 36;
const FOOTER_HEIGHT = 24;
const RUNNING_HEAD_HEIGHT = 22;
/** More lines than a page has, so that a cell always fits on a page of its own. */
const LINES_MAX = 50;

export const COLOURS = {
  accent: '#1b2a49',
  text: '#1a1a1a',
  quiet: '#5b6472',
  rule: '#c9d0da',
  band: '#f2f4f8',
  onAccent: '#ffffff',
};

export interface TextStyle {
  size: number;
  isBold?: boolean;
  colour?: string;
  align?: 'left' | 'right';
}

export interface PageOptions {
  /** The title of the document: in the file's properties and at the head of every page but the first. */
  title: string;
  author: string;
  createdAt: Date;
  /** At the foot of every page, beside its number. */
  footnote: string;
  isLandscape: boolean;
}

const FOOTER_STYLE: TextStyle = { size: 7.5, colour: COLOURS.quiet };
const FOOTNOTE_SHARE = 0.8;
/** From the top of a line to its baseline, in sizes of the body font. */
const ASCENT = 1.069;
/** Kept free at the right edge for the number of pages. */
const TOTAL_WIDTH = 15;

/** The page that is being filled, from the top down. A new page begins when something does not fit. */
export class PdfPage {
  readonly left = MARGIN;
  readonly width: number;
  /** The height of the page that is filled. */
  y = MARGIN;
  private pageNumber = 1;
  /**
   * Prints the number of pages, which is known only at the end: every page refers to it, so that no page waits in
   * memory.
   */
  private readonly total: PDFKit.PDFKitReference;

  private constructor(
    readonly doc: PDFKit.PDFDocument,
    private readonly options: PageOptions,
  ) {
    registerFonts(this.doc);
    this.width = this.doc.page.width - 2 * MARGIN;
    const font = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' };
    this.total = this.doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      FormType: 1,
      BBox: [0, -2, TOTAL_WIDTH, 10],
      Resources: { Font: { F: font } },
    });
    this.footer();
  }

  /** The first page of a new file. */
  static async first(options: PageOptions): Promise<PdfPage> {
    const { title, author, createdAt, isLandscape } = options;
    // Loaded with the first document: it takes a fifth of a second that the start of the process does not need.
    const { default: PDFDocument } = await import('pdfkit');
    const doc = new PDFDocument({
      size: 'A4',
      layout: isLandscape ? 'landscape' : 'portrait',
      margin: 0,
      lang: 'en-NG',
      displayTitle: true,
      info: { Title: printable(title), Author: printable(author), Creator: 'corebank', CreationDate: createdAt },
    });
    return new PdfPage(doc, options);
  }

  private get bottom(): number {
    return this.doc.page.height - MARGIN - FOOTER_HEIGHT;
  }

  /** True when this height still fits on the page. */
  hasRoom(height: number): boolean {
    return this.y + height <= this.bottom;
  }

  /** Begins a page, with the title at its head. */
  next(): void {
    this.doc.addPage();
    this.pageNumber += 1;
    this.footer();
    this.y = MARGIN;
    const style: TextStyle = { size: 8, colour: COLOURS.quiet };
    this.line(this.options.author, this.left, this.y, this.width / 2, style);
    this.line(this.options.title, this.left + this.width / 2, this.y, this.width / 2, { ...style, align: 'right' });
    this.y += RUNNING_HEAD_HEIGHT;
  }

  /** Makes room for this height, on a new page if necessary. */
  need(height: number): void {
    if (!this.hasRoom(height)) this.next();
  }

  /** The lines that a text takes in a width. */
  wrap(text: string, width: number, style: TextStyle): string[] {
    this.use(style);
    return wrapText(this.shown(text), width, (part) => this.doc.widthOfString(part), LINES_MAX);
  }

  widthOf(text: string, style: TextStyle): number {
    this.use(style);
    return this.doc.widthOfString(this.shown(text));
  }

  /** Prints wrapped lines, one below the other, from `y` down. */
  lines(lines: string[], x: number, y: number, width: number, style: TextStyle): void {
    this.use(style);
    lines.forEach((text, index) => this.put(text, x, y + index * lineHeight(style), width, style));
  }

  /** Prints one line, cut to the width. */
  line(text: string, x: number, y: number, width: number, style: TextStyle): void {
    this.use(style);
    const [first = ''] = wrapText(this.shown(text), width, (part) => this.doc.widthOfString(part), 1);
    this.put(first, x, y, width, style);
  }

  rule(y: number, colour: string = COLOURS.rule, thickness = 0.5): void {
    this.doc
      .moveTo(this.left, y)
      .lineTo(this.left + this.width, y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke();
  }

  /** Ends the file: no more pages follow. */
  end(): void {
    this.total.end(`BT /F ${FOOTER_STYLE.size} Tf 0.36 0.39 0.45 rg 0 0 Td (${this.pageNumber}) Tj ET`);
    this.doc.end();
  }

  private footer(): void {
    const y = this.doc.page.height - MARGIN - 10;
    this.rule(y - 6);
    this.line(this.options.footnote, this.left, y, this.width * FOOTNOTE_SHARE, FOOTER_STYLE);
    this.line(`Page ${this.pageNumber} of `, this.left, y, this.width - TOTAL_WIDTH, {
      ...FOOTER_STYLE,
      align: 'right',
    });
    const { page } = this.doc as unknown as { page: { xobjects: Record<string, PDFKit.PDFKitReference> } };
    page.xobjects.Total = this.total;
    // pdfkit's y grows downwards, that of the total upwards.
    this.doc
      .save()
      .transform(1, 0, 0, -1, this.left + this.width - TOTAL_WIDTH + 3, y + FOOTER_STYLE.size * ASCENT)
      .addContent('/Total Do')
      .restore();
  }

  /** The text in the font that is in use. */
  private shown(text: string): string {
    const { _font } = this.doc as unknown as { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } };
    return withShapes(printable(text), (codePoint) => _font.font.hasGlyphForCodePoint(codePoint));
  }

  private use({ size, isBold, colour }: TextStyle): void {
    this.doc
      .font(isBold ? BOLD_FONT : BODY_FONT)
      .fontSize(size)
      .fillColor(colour ?? COLOURS.text);
  }

  private put(text: string, x: number, y: number, width: number, { align }: TextStyle): void {
    const left = align === 'right' ? x + width - this.doc.widthOfString(text) : x;
    this.doc.text(text, left, y, { lineBreak: false });
  }
}

/** From one line to the next. */
export function lineHeight({ size }: TextStyle): number {
  return size * 1.3;
}
