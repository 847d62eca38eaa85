import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as ExcelJS from 'exceljs';
import { writeExcel } from './excel-writer';
import { fileReply } from './file-reply';
import { TemporaryFile } from './temporary-file';

const openDescriptors = (): number => readdirSync('/proc/self/fd').length;
const leftBehind = (): string[] => readdirSync(tmpdir()).filter((name) => /^corebank-[0-9a-f]{8}-/.test(name));

async function kept(bytes: Buffer): Promise<TemporaryFile> {
  return TemporaryFile.create(async (out) => {
    out.write(bytes);
  });
}

describe('fileReply', () => {
  it.each([0, 1, 2, 3, 196_607, 196_608, 196_609, 500_000])(
    'answers a file of %d bytes in the envelope, and says how long that is',
    async (size) => {
      const bytes = randomBytes(size);
      const reply = fileReply({ fileName: 'a "b".csv', mimeType: 'text/csv' }, await kept(bytes));
      const chunks: Buffer[] = [];
      for await (const chunk of reply.getStream()) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString('utf8');
      expect(text.length).toBe(reply.getHeaders().length);
      expect(reply.getHeaders().type).toBe('application/json; charset=utf-8');
      const { status, message, data } = JSON.parse(text);
      expect({ status, message }).toEqual({ status: true, message: 'Successful' });
      expect(data).toEqual({
        fileName: 'a "b".csv',
        mimeType: 'text/csv',
        document: `data:text/csv;base64,${bytes.toString('base64')}`,
      });
    },
  );

  it.each(['before its first part', 'halfway'])('closes the file when the caller disconnects %s', async (when) => {
    const before = openDescriptors();
    const stream = fileReply(
      { fileName: 'a.csv', mimeType: 'text/csv' },
      await kept(randomBytes(2_000_000)),
    ).getStream();
    if (when === 'halfway') {
      for await (const _ of stream) break;
    } else stream.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(openDescriptors()).toBe(before);
  });
});

describe('TemporaryFile', () => {
  it('has no name while it is written, and leaves nothing open when writing fails', async () => {
    const before = openDescriptors();
    const named = leftBehind();
    const failing = TemporaryFile.create(async (out) => {
      out.write('half');
      expect(leftBehind()).toEqual(named);
      throw new Error('the source broke');
    });
    await expect(failing).rejects.toThrow('the source broke');
    expect(openDescriptors()).toBe(before);
    expect(leftBehind()).toEqual(named);
  });

  it('stores an Excel file', async () => {
    const sheet = {
      title: 'Sheet',
      columns: [{ title: 'Text', width: 5, kind: 'text' as const, value: (row: string) => row }],
      rows: ['a'],
    };
    const file = await TemporaryFile.create((out) => writeExcel(sheet, out, new Date(0)));
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks(100_000)) chunks.push(Buffer.from(chunk));
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Buffer.concat(chunks) as unknown as ExcelJS.Buffer);
    expect(workbook.worksheets[0]!.getCell('A4').value).toBe('a');
  });

  it('accepts a writer that ends the stream itself', async () => {
    const file = await TemporaryFile.create(async (out) => {
      out.end('whole');
    });
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks(2)) chunks.push(Buffer.from(chunk));
    expect(chunks.map(String)).toEqual(['wh', 'ol', 'e']);
  });
});
