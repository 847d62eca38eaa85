import { dataOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { readPdf } from '../support/read-pdf';
import { jpegImage, pngImage } from './images';

const LOGO = '/api/admin/v1/letterhead/logo';
const TRIAL_BALANCE = '/api/admin/v1/books/trial-balance';

describe('the letterhead of documents', () => {
  let app: TestApp;
  let token: string;
  let today: string;

  beforeAll(async () => {
    app = await TestApp.start();
    token = await app.staff('administrator');
    [{ today }] = (await app.rows<{ today: string }>('SELECT business_date::text AS today FROM institution')) as [
      { today: string },
    ];
  });
  afterAll(() => app.close());

  const set = (file: Buffer, fileName = 'logo.png'): ReturnType<TestApp['put']> =>
    app.put(LOGO, { fileName, content: file.toString('base64url') }, { token });

  async function trialBalance(): Promise<Buffer> {
    const { document } = dataOf<{ document: string }>(
      await app.get(TRIAL_BALANCE, { Date: today, Format: 'PDF' }, { token }),
    );
    return Buffer.from(document.split('base64,')[1]!, 'base64');
  }
  const imagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Subtype \/Image\b/g)?.length ?? 0;

  it('has the logo that staff set, replace and take off again', async () => {
    expect(imagesIn(await trialBalance())).toBe(0);
    const first = dataOf<{ documentID: number; size: number }>(await set(pngImage({ colour: 2 })));
    expect(first.size).toBe(pngImage({ colour: 2 }).length);
    expect(imagesIn(await trialBalance())).toBe(1);
    const second = dataOf<{ documentID: number }>(await set(jpegImage(), 'logo.jpg'));
    expect(second.documentID).not.toBe(first.documentID);
    expect(imagesIn(await trialBalance())).toBe(1);
    const kept = await app.rows<{ name: string }>(
      `SELECT file_name AS name FROM document WHERE entity_type = 'institution' AND deleted_at IS NULL`,
    );
    expect(kept).toEqual([{ name: 'logo.jpg' }]);
    expect(dataOf(await app.delete(LOGO, { token }))).toEqual({ removed: true });
    expect(imagesIn(await trialBalance())).toBe(0);
    expect(dataOf(await app.delete(LOGO, { token }))).toEqual({ removed: false });
  });

  it('has address, contact, licence and deposit insurance below the name', async () => {
    const lines = {
      LETTERHEAD_ADDRESS: '1 Marina, Lagos',
      LETTERHEAD_CONTACT: 'help@bank.example',
      LETTERHEAD_LICENCE: 'RC 123456. Licensed by the Central Bank of Nigeria.',
      LETTERHEAD_DEPOSIT_INSURANCE: 'Deposits are insured by the NDIC.',
    };
    await app.configure(lines);
    const text = readPdf(await trialBalance()).pages[0]!;
    const found = Object.values(lines).map((line) => text.indexOf(line.replace(/\s/g, '')));
    expect(found.every((at) => at >= 0)).toBe(true);
    expect(found).toEqual([...found].sort((a, b) => a - b));
  });

  it('refuses a line of several lines, and files that are no printable image', async () => {
    const key = '/api/admin/v1/configuration/LETTERHEAD_LICENCE';
    for (const value of ['Two\nlines', 'x'.repeat(251)])
      expect(refusalOf(await app.put(key, { value }, { token }))).toMatchObject({
        status: 422,
        code: 'CONFIGURATION_VALUE_REFUSED',
      });
    const refused: [Buffer, string][] = [
      [Buffer.from('%PDF-1.7 not an image'), 'logo.png'],
      [pngImage({ interlaced: true }), 'logo.png'],
      [pngImage({ width: 1_201 }), 'logo.png'],
    ];
    for (const [file, name] of refused)
      expect(refusalOf(await set(file, name))).toMatchObject({ status: 422, code: 'LOGO_REFUSED' });
    expect(refusalOf(await set(pngImage(), 'logo.pdf'))).toMatchObject({
      status: 422,
      code: 'DOCUMENT_FORMAT_NOT_SUPPORTED',
    });
    expect((await app.put(LOGO, { fileName: 'logo.png', content: 'A'.repeat(266_669) }, { token })).status).toBe(400);
    expect(await app.rows(`SELECT 1 FROM document WHERE entity_type = 'institution' AND deleted_at IS NULL`)).toEqual(
      [],
    );
  });

  it('is no document that an API client deletes or staff without the permission set', async () => {
    const { documentID } = dataOf<{ documentID: number }>(await set(pngImage()));
    expect(refusalOf(await app.put('/api/operations/v1/deletedocument', { documentID }))).toMatchObject({
      status: 404,
      code: 'DOCUMENT_NOT_FOUND',
    });
    const maker = await app.staff('maker');
    expect((await app.delete(LOGO, { token: maker })).status).toBe(403);
    expect(imagesIn(await trialBalance())).toBeGreaterThan(0);
  });
});
