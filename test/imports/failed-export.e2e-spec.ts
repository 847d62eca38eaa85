import { readdirSync } from 'node:fs';
import { BookExport } from '../../src/imports/export/book-export';
import { ImportProgress } from '../../src/imports/import-progress';
import { TestApp } from '../support/app';
import { exportBooks, Folders } from '../support/brought-books';

/** Fails when the export begins a file, as a full disk does. */
class FailingAt extends ImportProgress {
  constructor(private readonly failingStep: string) {
    super(undefined);
  }

  override begin(step: string): void {
    if (step === this.failingStep) throw new Error('the disk is full');
  }
}

describe('an export of books that fails', () => {
  const folders = new Folders();
  let app: TestApp;
  beforeAll(async () => (app = await TestApp.start()));
  afterAll(async () => {
    folders.remove();
    await app.close();
  });

  it.each(['writing accounts', 'writing ledgers'])(
    'leaves no file with identity numbers behind when it stops at %s',
    async (step) => {
      const folder = folders.make();
      const order = { institutionId: app.institutionId, folder, operator: 'tester' };
      await expect(new BookExport(app.app).run(order, new FailingAt(step))).rejects.toThrow('the disk is full');
      expect(readdirSync(folder)).toEqual([]);
      await exportBooks(app, folder);
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(['accounts.csv', 'customers.csv', 'ledgers.csv']));
    },
  );
});
