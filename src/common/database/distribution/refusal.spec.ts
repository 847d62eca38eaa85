import type { ClusterFacts } from './cluster-facts';
import { refusalOfDistribution } from './refusal';
import type { PlacedTable } from './table-places';
import { remedyForUndistributed, undistributedTables } from './undistributed';

const table = (name: string, facts: Partial<PlacedTable> = {}): PlacedTable => ({
  name,
  hasInstitutionId: true,
  isTenantTable: true,
  hasTriggers: false,
  place: 'distributed',
  distributionColumn: 'institution_id',
  colocationId: 1,
  ...facts,
});

const READY: ClusterFacts = {
  citusVersion: '13.2-1',
  isCoordinator: true,
  isCoordinatorKnown: true,
  workers: 2,
  bypassesRowSecurity: true,
  tables: [],
};

describe('a database', () => {
  it('can be distributed on a coordinator with workers', () => {
    expect(refusalOfDistribution(READY, 0)).toBeUndefined();
    expect(refusalOfDistribution({ ...READY, tables: [table('institution'), table('posting')] }, 0)).toBeUndefined();
  });

  it.each<[string, Partial<ClusterFacts>, RegExp]>([
    ['has no Citus', { citusVersion: null }, /^This database has no Citus\. Install/],
    ['has an old Citus', { citusVersion: '12.1-1' }, /^Citus 12\.1-1 is too old: use 13/],
    ['is on a worker', { isCoordinator: false }, /^This server is a worker: point DATABASE_MIGRATION_URL/],
    ['has no worker', { workers: 0 }, /no worker that takes shards: run SELECT citus_add_node/],
    ['has workers that do not know the coordinator', { isCoordinatorKnown: false }, /citus_set_coordinator_host/],
    [
      'is migrated by a role that row-level security binds',
      { bypassesRowSecurity: false },
      /run this command as a super/,
    ],
    [
      'has a table that is distributed by another column',
      { tables: [table('institution'), table('posting', { distributionColumn: 'id' })] },
      /another way than by institution_id with institution: posting\. Run SELECT undistribute_table/,
    ],
    [
      'has a table with other machines than those of institutions',
      { tables: [table('institution'), table('posting', { colocationId: 2 })] },
      /: posting\./,
    ],
    [
      'has a reference table with the money of institutions',
      { tables: [table('posting', { place: 'reference', distributionColumn: null })] },
      /: posting\./,
    ],
  ])('cannot be distributed when it %s', (_, facts, message) => {
    expect(refusalOfDistribution({ ...READY, ...facts }, 0)).toMatch(message);
  });

  it('cannot be distributed before it is migrated', () => {
    expect(refusalOfDistribution(READY, 3)).toMatch(/lacks 3 migrations: run corebank migrate first/);
  });

  it('names the tables of a later migration once it is distributed', () => {
    const newer = table('newer', { place: 'local', distributionColumn: null, colocationId: 0 });
    expect(undistributedTables({ ...READY, tables: [newer] })).toEqual([]);
    expect(undistributedTables({ ...READY, tables: [table('institution'), newer] })).toEqual(['newer']);
    expect(remedyForUndistributed(['newer'])).toMatch(/^On the coordinator only: newer\. Run corebank distribute/);
    expect(remedyForUndistributed([])).toBeUndefined();
  });
});
