import { COLOURS, lineHeight, type PdfPage, type TextStyle } from './pdf-page';
import { cellText, isNumeric, type Table } from './table';
import { endTurn, rowsInTurns } from './write-text';

const PADDING = 3.5;
const TITLE_STYLE: TextStyle = { size: 7.5, isBold: true, colour: COLOURS.onAccent };
const CELL_STYLE: TextStyle = { size: 7.5 };

/** The position of a column on the page. */
interface Slot {
  x: number;
  width: number;
  align: 'left' | 'right';
  /** Amounts and dates are never broken; a cell that is too wide is printed smaller. */
  isUnbroken: boolean;
}

/** A cell, ready to print. */
interface Cell {
  lines: string[];
  style: TextStyle;
}

/** Prints a table over as many pages as it takes, with its header at the top of each. */
export async function drawTable<Row>(page: PdfPage, { columns, rows, isEmphasised }: Table<Row>): Promise<void> {
  const slots = slotsOf(page, columns);
  const header = slots.map((slot, index) =>
    cell(page, columns[index]!.title, { ...slot, isUnbroken: false }, TITLE_STYLE),
  );
  page.need(heightOf(header) + 2 * (lineHeight(CELL_STYLE) + 2 * PADDING));
  drawRow(page, header, slots, COLOURS.accent);
  for await (const turn of rowsInTurns(rows)) {
    for (const row of turn) {
      const isBold = isEmphasised?.(row) === true;
      const cells = slots.map((slot, index) =>
        cell(page, cellText(columns[index]!, row), slot, { ...CELL_STYLE, isBold }),
      );
      if (!page.hasRoom(heightOf(cells))) {
        page.next();
        drawRow(page, header, slots, COLOURS.accent);
        await endTurn();
      }
      drawRow(page, cells, slots, isBold ? COLOURS.band : undefined);
      page.rule(page.y);
    }
  }
  page.y += 10;
}

/** The columns share the page's width in proportion to their widths in characters. */
function slotsOf(page: PdfPage, columns: Table<never>['columns']): Slot[] {
  const characters = columns.reduce((sum, { width }) => sum + width, 0);
  let left = page.left;
  return columns.map((column) => {
    const width = (page.width * column.width) / characters;
    const x = left + PADDING;
    left += width;
    return {
      x,
      width: width - 2 * PADDING,
      align: isNumeric(column) ? 'right' : 'left',
      isUnbroken: isNumeric(column) || column.kind === 'date',
    };
  });
}

function cell(page: PdfPage, text: string, { width, align, isUnbroken }: Slot, style: TextStyle): Cell {
  if (!isUnbroken) return { lines: page.wrap(text, width, style), style: { ...style, align } };
  const textWidth = page.widthOf(text, style);
  return {
    lines: [text],
    style: { ...style, align, size: textWidth > width ? (style.size * width) / textWidth : style.size },
  };
}

function heightOf(cells: Cell[]): number {
  return Math.max(...cells.map(({ lines, style }) => Math.max(1, lines.length) * lineHeight(style))) + 2 * PADDING;
}

function drawRow(page: PdfPage, cells: Cell[], slots: Slot[], background: string | undefined): void {
  const height = heightOf(cells);
  if (background !== undefined) page.doc.rect(page.left, page.y, page.width, height).fill(background);
  cells.forEach(({ lines, style }, index) =>
    page.lines(lines, slots[index]!.x, page.y + PADDING, slots[index]!.width, style),
  );
  page.y += height;
}
