import { getMetadataArgsStorage } from 'typeorm';
import { LOCAL_TABLES, placeOf, REFERENCE_TABLES } from '../../src/common/database/distribution/table-places';
import { SnakeNamingStrategy } from '../../src/common/database/naming-strategy';
import { entities, routingTables } from '../../src/schema';

/** docs/scaling.md#citus */
describe('on a distributed database', () => {
  const naming = new SnakeNamingStrategy();
  const tables = getMetadataArgsStorage()
    .tables.filter(({ target }) => (entities as unknown[]).includes(target))
    .map(({ target, name }) => {
      const entity = target as new () => object;
      const hasInstitutionId = getMetadataArgsStorage()
        .filterColumns(ancestry(entity))
        .some(({ propertyName }) => propertyName === 'institutionId');
      return { name: naming.tableName(entity.name, name), hasInstitutionId };
    });

  it('every table has a place', () => {
    expect(tables.length).toBeGreaterThan(140);
    expect(() => tables.map(placeOf)).not.toThrow();
  });

  it('tables with row-level security are distributed, and of the others only the times of jobs', () => {
    const distributed = tables.filter((table) => placeOf(table) === 'distributed').map(({ name }) => name);
    expect(distributed.filter((name) => routingTables.includes(name))).toEqual(['job_due']);
    expect(tables.filter(({ name }) => !routingTables.includes(name) && !distributed.includes(name))).toEqual([]);
  });

  it('the named tables exist', () => {
    const names = [...tables.map(({ name }) => name), 'migrations'];
    expect([...REFERENCE_TABLES, ...LOCAL_TABLES].filter((name) => !names.includes(name))).toEqual([]);
  });
});

function ancestry(entity: new () => object): (new () => object)[] {
  const parent = Object.getPrototypeOf(entity) as (new () => object) | null;
  return parent === null || (parent as unknown) === Function.prototype ? [entity] : [entity, ...ancestry(parent)];
}
