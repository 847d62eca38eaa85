import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DataSource, type EntityMetadata } from 'typeorm';
import ts from 'typescript';
import { migrationOptions } from '../../src/common/database/data-source-options';
import { appendOnlyTables, entities, routingTables } from '../../src/schema';
import { referenceOf, staleExceptions } from './references';

export interface ColumnDoc {
  name: string;
  type: string;
  isNullable: boolean;
  isPrimary: boolean;
  /** Whether the column alone, beside the institution, is a unique key. */
  isUnique: boolean;
  /** Table that the column refers to. */
  reference?: string;
  /** Doc comment of the entity's property. */
  meaning: string;
}

export interface TableDoc {
  name: string;
  /** Folder of `src` that owns the table. */
  module: string;
  /** Path of the entity's file. */
  file: string;
  /** Doc comment of the entity. */
  meaning: string;
  columns: ColumnDoc[];
  uniqueKeys: { columns: string[]; where?: string }[];
  isAppendOnly: boolean;
  isRouting: boolean;
}

interface DocumentedClass {
  file: string;
  meaning: string;
  parent?: string;
  meanings: Map<string, string>;
}

/**
 * Every table of `src/schema.ts`, sorted by name. The schema test proves that the migrations make exactly these tables.
 * @throws {Error} for an id column without an entry in `references.ts`, and for entries without a column.
 */
export async function readTables(): Promise<TableDoc[]> {
  const classes = documentedClasses('src');
  const dataSource = new DataSource(migrationOptions('postgres://nobody@localhost/none', entities));
  // Entities are read without a connection; TypeORM keeps the method to itself.
  await (dataSource as unknown as { buildMetadatas(): Promise<void> }).buildMetadatas();
  const tables = dataSource.entityMetadatas
    .map((metadata) => tableDoc(metadata, classes))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const stale = staleExceptions(
    new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))),
  );
  if (stale.length > 0) throw new Error(`Remove from scripts/schema-docs/references.ts: ${stale.join(', ')}`);
  return tables;
}

function tableDoc(metadata: EntityMetadata, classes: Map<string, DocumentedClass>): TableDoc {
  const documented = classes.get(metadata.name);
  if (documented === undefined) throw new Error(`The entity ${metadata.name} is in no *.entity.ts file.`);
  const uniqueKeys = metadata.indices
    .filter(({ isUnique }) => isUnique)
    .map(({ columns, where }) => ({ columns: columns.map(({ databaseName }) => databaseName), where }));
  return {
    name: metadata.tableName,
    module: documented.file.split('/')[1] ?? '',
    file: documented.file,
    meaning: documented.meaning,
    columns: metadata.columns.map((column) => ({
      name: column.databaseName,
      type: columnType(column),
      isNullable: column.isNullable,
      isPrimary: column.isPrimary,
      isUnique: uniqueKeys.some(
        ({ columns }) => columns.filter((name) => name !== 'institution_id').join() === column.databaseName,
      ),
      reference: referenceOf(metadata.tableName, column.databaseName, String(column.type)),
      meaning: meaningOf(metadata.name, column.propertyName, classes),
    })),
    uniqueKeys,
    isAppendOnly: appendOnlyTables.includes(metadata.tableName),
    isRouting: routingTables.includes(metadata.tableName),
  };
}

function columnType({ type, length, precision, scale }: EntityMetadata['columns'][number]): string {
  const name = type === 'character varying' ? 'varchar' : String(type);
  if (length !== '') return `${name}(${length})`;
  if (name === 'numeric') return `numeric(${precision}, ${scale})`;
  return name;
}

/** The doc comment of a property, of the class itself or of the nearest parent that has one. */
function meaningOf(className: string, property: string, classes: Map<string, DocumentedClass>): string {
  for (let name: string | undefined = className; name !== undefined; name = classes.get(name)?.parent) {
    const meaning = classes.get(name)?.meanings.get(property);
    if (meaning !== undefined) return meaning;
  }
  return '';
}

/** The classes with columns of a folder, by name. */
function documentedClasses(folder: string): Map<string, DocumentedClass> {
  const found = new Map<string, DocumentedClass>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
    const file = path.posix.join(folder, name.split(path.sep).join('/'));
    const text = readFileSync(file, 'utf8');
    if (!/Column\(|@Entity\(/.test(text)) continue;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    for (const declaration of source.statements.filter(ts.isClassDeclaration))
      if (declaration.name !== undefined) found.set(declaration.name.text, documentedClass(file, declaration));
  }
  return found;
}

function documentedClass(file: string, declaration: ts.ClassDeclaration): DocumentedClass {
  const extended = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return {
    file,
    meaning: docComment(declaration),
    parent: extended?.types[0]?.expression.getText(),
    meanings: new Map(
      declaration.members
        .filter(ts.isPropertyDeclaration)
        .map((property) => [property.name.getText(), docComment(property)] as const)
        .filter(([, comment]) => comment !== ''),
    ),
  };
}

/** The text of the last doc comment before a node, on one line; empty without one. */
function docComment(node: ts.Node): string {
  const comment = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)?.comment;
  return (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim();
}
