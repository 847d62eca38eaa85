import { misplacedTables, type PlacedTable, placeOf } from './table-places';

const table = (name: string, facts: Partial<PlacedTable> = {}): PlacedTable => ({
  name,
  hasInstitutionId: true,
  isTenantTable: true,
  hasTriggers: false,
  place: 'local',
  distributionColumn: null,
  colocationId: 0,
  ...facts,
});

describe('the place of a table on a distributed database', () => {
  it('is the machine of its institution', () => {
    expect(placeOf({ name: 'posting', hasInstitutionId: true })).toBe('distributed');
    expect(placeOf({ name: 'job_due', hasInstitutionId: true })).toBe('distributed');
  });

  it('is every machine for a table that is read before the institution is known', () => {
    expect(placeOf({ name: 'client_directory', hasInstitutionId: true })).toBe('reference');
  });

  it('is the coordinator for a table that requests of anybody write', () => {
    expect(placeOf({ name: 'authentication_failure', hasInstitutionId: false })).toBe('local');
  });

  it('must be named for a table without an institution', () => {
    expect(() => placeOf({ name: 'exchange_rate', hasInstitutionId: false })).toThrow(/exchange_rate.*LOCAL_TABLES/);
  });
});

describe('the tables that are not where they must be', () => {
  it('are those of a new database, with the table of institutions first', () => {
    const tables = [table('approval'), table('institution'), table('migrations', { hasInstitutionId: false })];
    expect(misplacedTables(tables).map(({ name }) => name)).toEqual(['institution', 'approval']);
  });

  it('are only those of later migrations on a distributed one', () => {
    const placed = { place: 'distributed', distributionColumn: 'institution_id', colocationId: 1 } as const;
    const tables = [table('institution', placed), table('posting', placed), table('newer')];
    expect(misplacedTables(tables).map(({ name }) => name)).toEqual(['newer']);
  });
});
