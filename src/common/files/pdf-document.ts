import type { Readable } from 'node:stream';
import { printedNaira } from './pdf-fonts';
import { COLOURS, lineHeight, PdfPage, type TextStyle } from './pdf-page';
import { drawTable } from './pdf-table';
import type { Fact, Table } from './table';

/** The author of a document, printed at the top of the first page. */
export interface Letterhead {
  name: string;
  /** Address, telephone, licence and so on, a line each. */
  lines: string[];
  /** A PNG without interlacing or a JPEG, printed at the right. */
  logo?: Buffer;
}

export interface PdfOptions {
  letterhead: Letterhead;
  /** The kind of document, such as "Statement of account": its first heading. */
  title: string;
  /** The creation time in the file's properties. */
  createdAt: Date;
  /** Printed at the foot of every page, beside "Page x of y". */
  footnote?: string;
  isLandscape?: boolean;
}

const NAME_STYLE: TextStyle = { size: 17, isBold: true, colour: COLOURS.accent };
const LETTERHEAD_STYLE: TextStyle = { size: 8.5, colour: COLOURS.quiet };
const TITLE_STYLE: TextStyle = { size: 13, isBold: true };
const HEADING_STYLE: TextStyle = { size: 10.5, isBold: true, colour: COLOURS.accent };
const BODY_STYLE: TextStyle = { size: 9.5 };
const FACT_NAME_STYLE: TextStyle = { size: 8, colour: COLOURS.quiet };
const FACT_STYLE: TextStyle = { size: 9, isBold: true };
const FACT_NAME_SHARE = 0.38;
const BOX_PADDING = 8;
/** The label of a line for a signature. */
const SIGNATURE_STYLE: TextStyle = { size: 8.5, isBold: true };
const SIGNATURE_HEIGHT = 70;
/** Space of the logo, in points. */
const LOGO_WIDTH = 130;
const LOGO_HEIGHT = 56;

/**
 * A PDF document on A4 with the institution's letterhead, written from the top down; pages begin automatically. Text is
 * never markup. Call the parts in order, then `toBuffer` or `toStream` once.
 */
export class PdfDocument {
  private constructor(private readonly page: PdfPage) {}

  /** A document with its letterhead and its title. */
  static async begin({
    letterhead,
    title,
    createdAt,
    footnote = '',
    isLandscape = false,
  }: PdfOptions): Promise<PdfDocument> {
    const page = await PdfPage.first({ title, author: letterhead.name, createdAt, footnote, isLandscape });
    const document = new PdfDocument(page);
    document.letterhead(letterhead);
    page.rule(page.y, COLOURS.accent, 1.5);
    page.y += 14;
    document.text(title, TITLE_STYLE);
    page.y += 8;
    return document;
  }

  /** A heading within the document. It stays on the page of the lines after it. */
  heading(text: string): this {
    this.page.need(60);
    this.page.y += 4;
    this.text(text, HEADING_STYLE);
    this.page.y += 4;
    return this;
  }

  /** A paragraph. */
  paragraph(text: string, style: { isBold?: boolean } = {}): this {
    this.text(text, { ...BODY_STYLE, ...style });
    this.page.y += 6;
    return this;
  }

  /** Names and values in a box of two columns, read down the left one first. */
  facts(facts: Fact[]): this {
    const half = Math.ceil(facts.length / 2);
    const columnWidth = (this.page.width - 3 * BOX_PADDING) / 2;
    const columns = [facts.slice(0, half), facts.slice(half)].map((column) =>
      column.map((fact) => this.measured(fact, columnWidth)),
    );
    const height =
      Math.max(...columns.map((column) => column.reduce((sum, fact) => sum + fact.height, 0))) + 2 * BOX_PADDING;
    this.page.need(height);
    this.page.doc
      .roundedRect(this.page.left, this.page.y, this.page.width, height, 3)
      .lineWidth(0.7)
      .fillAndStroke(COLOURS.band, COLOURS.rule);
    columns.forEach((column, index) => {
      const x = this.page.left + BOX_PADDING + index * (columnWidth + BOX_PADDING);
      let y = this.page.y + BOX_PADDING;
      for (const { name, value, height: factHeight } of column) {
        this.page.lines(name, x, y + 1, columnWidth * FACT_NAME_SHARE, FACT_NAME_STYLE);
        this.page.lines(value, x + columnWidth * FACT_NAME_SHARE, y, columnWidth * (1 - FACT_NAME_SHARE), FACT_STYLE);
        y += factHeight;
      }
    });
    this.page.y += height + 12;
    return this;
  }

  /** A table; its header is repeated on every page. */
  async table<Row>(table: Table<Row>): Promise<this> {
    await drawTable(this.page, table);
    return this;
  }

  /** Lines for signatures, side by side, each with its label and a date. */
  signatures(labels: string[]): this {
    const width = this.page.width / labels.length - 24;
    const names = labels.map((label) => this.page.wrap(label, width, SIGNATURE_STYLE));
    const namesHeight = Math.max(...names.map(({ length }) => length)) * lineHeight(SIGNATURE_STYLE);
    const height = SIGNATURE_HEIGHT + namesHeight - lineHeight(SIGNATURE_STYLE);
    this.page.need(height);
    names.forEach((lines, index) => {
      const x = this.page.left + index * (width + 24);
      const y = this.page.y + 34;
      this.page.doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.7)
        .strokeColor(COLOURS.text)
        .stroke();
      this.page.lines(lines, x, y + 5, width, SIGNATURE_STYLE);
      this.page.line('Name and date:', x, y + 6 + namesHeight, width, { size: 8, colour: COLOURS.quiet });
    });
    this.page.y += height;
    return this;
  }

  /** Ends the document and returns the file as a stream. */
  toStream(): Readable {
    this.page.end();
    return this.page.doc;
  }

  /** Ends the document and returns the whole file. */
  async toBuffer(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.toStream()) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** Name and lines at the left, the logo at the right, the lower of them above the rule. */
  private letterhead({ name, lines, logo }: Letterhead): void {
    const { page } = this;
    const width = page.width - (logo ? LOGO_WIDTH + 16 : 0);
    const top = page.y;
    this.text(name, NAME_STYLE, width);
    for (const line of lines) this.text(line, LETTERHEAD_STYLE, width);
    if (logo) {
      const x = page.left + page.width - LOGO_WIDTH;
      page.doc.image(logo, x, top, { fit: [LOGO_WIDTH, LOGO_HEIGHT], align: 'right' });
      page.y = Math.max(page.y, top + LOGO_HEIGHT);
    }
    page.y += 6;
  }

  private text(text: string, style: TextStyle, width = this.page.width): void {
    for (const line of this.page.wrap(text, width, style)) {
      this.page.need(lineHeight(style));
      this.page.lines([line], this.page.left, this.page.y, width, style);
      this.page.y += lineHeight(style);
    }
  }

  private measured([name, value]: Fact, columnWidth: number): { name: string[]; value: string[]; height: number } {
    const names = this.page.wrap(name, columnWidth * FACT_NAME_SHARE - 4, FACT_NAME_STYLE);
    const text = typeof value === 'bigint' ? printedNaira(value) : value;
    const values = this.page.wrap(text, columnWidth * (1 - FACT_NAME_SHARE), FACT_STYLE);
    return {
      name: names,
      value: values,
      height: Math.max(1, names.length, values.length) * lineHeight(FACT_STYLE) + 3,
    };
  }
}
