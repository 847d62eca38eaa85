import type { StreamableFile } from '@nestjs/common';
import { Clock } from '../time/clock';
import { Files } from './files';
import { PdfDocument } from './pdf-document';

const newDocument = (): Promise<PdfDocument> =>
  PdfDocument.begin({ letterhead: { name: 'House', lines: [] }, title: 'Paper', createdAt: new Date(0) });

async function textOf(reply: StreamableFile): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of reply.getStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

describe('Files', () => {
  it('produces a few files at once, refuses more, and accepts more when those are done', async () => {
    const files = new Files(new Clock());
    let finish!: () => void;
    const held = new Promise<void>((resolve) => (finish = resolve));
    const first = Array.from({ length: 4 }, () => files.pdf('paper', async () => (await held, newDocument())));
    await expect(files.pdf('paper', async () => newDocument())).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      httpStatus: 503,
    });
    finish();
    for (const reply of await Promise.all(first))
      expect(await textOf(reply)).toContain(
        '"fileName":"paper.pdf","mimeType":"application/pdf","document":"data:application/pdf;base64,JVBERi0',
      );
    expect(
      await textOf(
        await files.sheet('table', 'CSV', {
          title: 'Table',
          columns: [{ title: 'A', width: 1, kind: 'text', value: (row: string) => row }],
          rows: ['b'],
        }),
      ),
    ).toContain('"fileName":"table.csv"');
  });

  it('frees the slot when a file cannot be produced', async () => {
    const files = new Files(new Clock());
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await expect(files.pdf('paper', () => Promise.reject(new Error('the source broke')))).rejects.toThrow(
        'the source broke',
      );
    }
    expect(await textOf(await files.pdf('paper', async () => newDocument()))).toContain('paper.pdf');
  });
});
