import { Readable } from 'node:stream';
import { csvViolation, readCsvRecords } from './csv-reader';

async function faultOf(text: string | Buffer): Promise<string | undefined> {
  try {
    for await (const _ of readCsvRecords(Readable.from([Buffer.from(text)]), (header) => header));
    return undefined;
  } catch (error) {
    return csvViolation(error);
  }
}

describe('a file that is no CSV', () => {
  it.each([
    ['a quote within a field', '<p class="x">', /^Invalid Opening Quote/],
    ['a quote that stays open', 'a,b\n"1,2', /^Quote Not Closed/],
    ['text behind a closing quote', 'a,b\n"1"x,2', /^Invalid Closing Quote/],
    ['a line with fewer fields', 'a,b\n1', /^Invalid Record Length/],
    ['a line without an end', 'x'.repeat(70_000), /^Max Record Size/],
    ['bytes', Buffer.from([0x00, 0xff, 0x22, 0x07, 0x0a]), /^Invalid Opening Quote/],
  ])('is named by its fault, without quoting the file: %s', async (_, text, fault) => {
    const words = await faultOf(text);
    expect(words).toMatch(fault);
    expect(words).toMatch(/^[^\p{Cc}\uFFFD]{10,200}$/u);
  });

  it('is not told apart from other errors by their text', () => {
    expect(csvViolation(Object.assign(new Error('x'), { code: 'CSV_X' }))).toBeUndefined();
    expect(csvViolation('x')).toBeUndefined();
  });
});
