import type { UnitOfWork } from '../common/database/unit-of-work';
import type { PostingRequest } from '../ledger/engine/posting-request';
import { WatchList } from '../watch-lists/desk/watch-list.entity';
import type { WatchListIndexes } from '../watch-lists/desk/watch-list-indexes';
import type { WatchListVersion } from '../watch-lists/desk/watch-list-version.entity';
import { prepareParty } from '../watch-lists/matching/given-party';
import { type IndexEntry, NameIndex } from '../watch-lists/matching/name-index';
import { PaymentNames } from './payment-names';

/** The lists of an institution: their number, the names of exposed persons, and the names of its own list. */
interface House {
  number: number;
  exposed: string[];
  own: string[];
}

/** Listed parties that are no persons. */
const TYPES: Record<string, string> = { 'Kpodo Movement': 'company', 'MV Bonny Pride': 'vessel' };

async function* entriesOf(names: string[]): AsyncGenerator<IndexEntry> {
  for (const name of names)
    yield await Promise.resolve({ reference: name, party: prepareParty({ name, type: TYPES[name] }) });
}

/** Payment names over these institutions, with the number of times that lists were read. */
function paymentNames(houses: Record<number, House>): { names: PaymentNames; reads: () => number } {
  let reads = 0;
  const unitOfWork = {
    run: (institutionId: number, work: (tx: unknown) => unknown) => {
      reads += 1;
      const list = (kind: string, activeVersionId: number): object => ({ institutionId, kind, activeVersionId });
      return work({
        findOneByOrFail: () => Promise.resolve({ watchListsVersion: houses[institutionId]!.number }),
        findBy: (entity: unknown) =>
          Promise.resolve(
            entity === WatchList
              ? [list('pep', 1), list('own', 2)]
              : [1, 2].map((id) => ({ institutionId, id }) as WatchListVersion),
          ),
      });
    },
  } as unknown as UnitOfWork;
  const indexes = {
    of: ({ institutionId, id }: WatchListVersion) =>
      NameIndex.build(entriesOf(id === 1 ? houses[institutionId]!.exposed : houses[institutionId]!.own)),
  } as unknown as WatchListIndexes;
  return { names: new PaymentNames(unitOfWork, indexes), reads: () => reads };
}

const payment = (institutionId: number, beneficiaryAccountName: string): PostingRequest =>
  ({
    institutionId,
    operation: {
      name: 'outward-transfer',
      facts: {
        transfer: { destinationInstitutionCode: '058', beneficiaryAccountNumber: '0123456789', beneficiaryAccountName },
      },
    },
  }) as unknown as PostingRequest;

const HOUSES: Record<number, House> = {
  1: { number: 7, exposed: ['Ngozi Commissioner'], own: ['Tunde Blocked'] },
  2: { number: 9, exposed: [], own: ['Musa Elsewhere'] },
};

describe('PaymentNames', () => {
  it('does nothing for a request without a party at another institution', () => {
    const local = { institutionId: 1, operation: { name: 'local-transfer', facts: {} } } as unknown as PostingRequest;
    const { names, reads } = paymentNames(HOUSES);
    expect(names.examine(local)).toBeUndefined();
    expect(reads()).toBe(0);
  });

  it('finds exposed persons and listed names in the lists of the own institution only', async () => {
    const { names } = paymentNames(HOUSES);
    const none = { isPep: false, isListed: false };
    expect(await names.examine(payment(1, 'NGOZI COMMISSIONER'))).toEqual({
      listsVersion: 7,
      isPep: true,
      isListed: false,
    });
    expect(await names.examine(payment(1, 'Blocked Tunde'))).toMatchObject({ isPep: false, isListed: true });
    expect(await names.examine(payment(1, 'Musa Elsewhere'))).toEqual({ listsVersion: 7, ...none });
    expect(await names.examine(payment(2, 'Musa Elsewhere'))).toMatchObject({ isPep: false, isListed: true });
    expect(await names.examine(payment(2, 'Tunde Blocked'))).toEqual({ listsVersion: 9, ...none });
  });

  it('finds companies and ships whose names do not tell what they are', async () => {
    const { names } = paymentNames({ 1: { number: 7, exposed: [], own: ['Kpodo Movement', 'MV Bonny Pride'] } });
    expect(await names.examine(payment(1, 'KPODO MOVEMENT'))).toMatchObject({ isListed: true });
    expect(await names.examine(payment(1, 'Bonny Pride'))).toMatchObject({ isListed: true });
    expect(await names.examine(payment(1, 'Kpodo Ventures'))).toMatchObject({ isListed: false });
  });

  it('looks up every payee of a file', async () => {
    const { names } = paymentNames(HOUSES);
    const rows = ['Ada Nobody', 'Tunde Blocked'].map((name) => ({
      ...payment(1, name),
      operation: { ...payment(1, name).operation, name: 'bulk-outward-row' },
    }));
    const file = { institutionId: 1, operation: { name: 'bulk-transfer', facts: {} }, onward: { postings: rows } };
    expect(await names.examine(file as unknown as PostingRequest)).toMatchObject({ isPep: false, isListed: true });
  });

  it('reads the lists once, and again after it was told of another number', async () => {
    const { names, reads } = paymentNames(HOUSES);
    for (const name of ['A B', 'C D']) await names.examine(payment(1, name));
    names.expect(1, 7);
    await names.examine(payment(1, 'E F'));
    expect(reads()).toBe(1);
    names.expect(1, 8);
    await names.examine(payment(1, 'G H'));
    expect(reads()).toBe(2);
  });

  it('reads no list of an institution that has none', async () => {
    const { names } = paymentNames({ 1: { number: 0, exposed: [], own: ['Tunde Blocked'] } });
    expect(await names.examine(payment(1, 'Tunde Blocked'))).toMatchObject({ listsVersion: 0, isListed: false });
  });
});
