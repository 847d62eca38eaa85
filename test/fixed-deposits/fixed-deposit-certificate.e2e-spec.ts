import * as ExcelJS from 'exceljs';
import { printedDate } from '../../src/common/time/printed-date';
import type { FixedDepositCertificateView } from '../../src/fixed-deposits/certificate/certificate.dto';
import { strangersToken } from '../accounts/liens-support';
import { dataOf, fieldsOf, refusalOf } from '../support/answers';
import { TestApp } from '../support/app';
import { readPdf } from '../support/read-pdf';
import { ADD, add, closeDays, depositOf, liquidate, openSaver, present, topUp } from './deposits-support';

const certificate = (id: number | string, type: string): string =>
  `/api/fixeddepositaccount/v1/view-certificate/${id}/${type}`;

/** The text of a PDF, without spaces. */
const textOf = (pdf: Buffer): string => readPdf(pdf).pages.join('');
const bare = (text: string): string => text.replaceAll(' ', '');

describe('certificates of fixed deposits', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await app.close();
  });

  const take = async (id: number, type: string): Promise<FixedDepositCertificateView & { file: Buffer }> => {
    const data = dataOf<FixedDepositCertificateView>(await app.get(certificate(id, type)));
    const [, base64] = data.document.split(';base64,');
    return { ...data, file: Buffer.from(base64!, 'base64') };
  };
  const toppedUp = async (): ReturnType<typeof add> => {
    const saver = await openSaver(app, 200_000);
    const { accountNumber } = await add(app, saver, { applyRollover: 'Principal' });
    await closeDays(app, 10);
    dataOf(await topUp(app, accountNumber, saver.accountNumber, 50_000.5));
    return present(app, accountNumber);
  };

  it('returns a PDF with the facts of the deposit', async () => {
    const deposit = await toppedUp();
    const { file, document, ...data } = await take(deposit.id, 'PDF');
    expect(data).toEqual({
      id: deposit.id,
      contractNo: deposit.contractNo,
      accountName: 'Test Person',
      type: 'PDF',
      mimeType: 'application/pdf',
      fileName: `fixed-deposit-${deposit.contractNo}.pdf`,
    });
    expect(document.startsWith('data:application/pdf;base64,')).toBe(true);
    const text = textOf(file);
    for (const expected of [
      'Fixed deposit certificate',
      deposit.contractNo,
      deposit.accountNumber,
      'One hundred and fifty thousand Naira, fifty Kobo only',
      '₦150,000.50',
      '12 % a year',
      printedDate(deposit.maturityDate),
      `₦${deposit.maturityAmount!.toLocaleString('en', { minimumFractionDigits: 2 })}`,
      'loses 25 % of the interest',
    ]) {
      expect(text).toContain(bare(expected));
    }
  });

  it('returns an Excel sheet with numeric amounts', async () => {
    const deposit = await toppedUp();
    const { file, ...data } = await take(deposit.id, 'excel');
    expect(data).toMatchObject({
      type: 'Excel',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      fileName: `fixed-deposit-${deposit.contractNo}.xlsx`,
    });
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(file as unknown as ArrayBuffer);
    const rows: unknown[][] = [];
    workbook.worksheets[0]!.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
    expect(rows).toContainEqual(['Contract number', deposit.contractNo]);
    expect(rows).toContainEqual(['Principal', 150_000.5]);
    expect(rows.at(-1)).toEqual(['Total', undefined, undefined, 150_000.5, deposit.totalInterest]);
    expect(rows.at(-2)!.slice(2)).toEqual([80, 50_000.5, expect.closeTo(deposit.totalInterest - 2_958.9, 2)]);
  });

  it('shows the interest on the liquidated amount', async () => {
    const { id, accountNumber } = await toppedUp();
    expect(textOf((await take(id, 'PDF')).file)).not.toContain('Ofwhichontheliquidatedamount');
    await closeDays(app, 10);
    dataOf(await liquidate(app, accountNumber, 50_000.5));
    // 50,000.50 × 12 % × 10 days, less the penalty of a quarter.
    expect(textOf((await take(id, 'PDF')).file)).toContain('Ofwhichontheliquidatedamount₦123.29');
  });

  it('shows that a term has ended', async () => {
    const saver = await openSaver(app, 100_000);
    const { id } = await add(app, saver, { tenure: 30 });
    await closeDays(app, 30);
    const text = textOf((await take(id, 'PDF')).file);
    expect(text).toContain('Maturedon');
    expect(text).toContain('₦986.30');
    expect(text).not.toContain('Maturityamount');
    expect(text).toContain('heldafixeddeposit');
    const liquidatedOne = await add(app, saver, { principalAmount: 60_000 });
    dataOf(await liquidate(app, liquidatedOne.accountNumber));
    const liquidatedText = textOf((await take(liquidatedOne.id, 'PDF')).file);
    expect(liquidatedText).toContain('Liquidatedon');
    expect(liquidatedText).not.toContain('Daystomaturity');
    expect((await take(liquidatedOne.id, 'Excel')).file.length).toBeGreaterThan(1_000);
  });

  it('refuses unknown deposits and deposits that never began', async () => {
    const { id } = await add(app, await openSaver(app, 100_000));
    expect(refusalOf(await app.get(certificate(1, 'PDF')))).toEqual({
      status: 404,
      code: 'FIXED_DEPOSIT_NOT_FOUND',
    });
    expect(refusalOf(await app.get(certificate(id, 'PDF'), {}, { token: await strangersToken(app) }))).toEqual({
      status: 404,
      code: 'FIXED_DEPOSIT_NOT_FOUND',
    });
    expect(fieldsOf(await app.get(certificate(id, 'CSV')))).toEqual(['type']);
    expect(fieldsOf(await app.get(certificate('abc', 'PDF')))).toEqual(['ID']);
    dataOf(
      await app.approved(
        app.post(
          '/api/admin/v1/approval-policies',
          { operation: 'fixed-deposit' },
          { token: await app.staff('administrator') },
        ),
      ),
    );
    const pending = await app.post(ADD, depositOf(await openSaver(app, 100_000)));
    expect(refusalOf(await app.get(certificate((pending.body as { data: { id: number } }).data.id, 'PDF')))).toEqual({
      status: 409,
      code: 'FIXED_DEPOSIT_NOT_ACTIVE',
    });
  });
});
