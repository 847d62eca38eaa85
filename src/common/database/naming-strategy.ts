import { DefaultNamingStrategy, type Table } from 'typeorm';

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

function named(kind: string, table: Table | string, columns: string[]): string {
  const tableName = typeof table === 'string' ? table : table.name;
  const short = tableName.split('.').pop() ?? tableName;
  // PostgreSQL cuts identifiers at 63 bytes without a warning.
  return [kind, short, ...columns.filter((column) => column !== 'institution_id')].join('_').slice(0, 63);
}

/** snake_case tables and columns, and readable constraint names: `uq_posting_kind_reference`. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override tableName(className: string, customName: string | undefined): string {
    return customName ?? snakeCase(className);
  }

  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return snakeCase([...prefixes, customName ?? propertyName].join('_'));
  }

  override primaryKeyName(table: Table | string): string {
    return named('pk', table, []);
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return named('uq', table, columns);
  }

  override indexName(table: Table | string, columns: string[]): string {
    return named('ix', table, columns);
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return named('fk', table, columns);
  }
}
