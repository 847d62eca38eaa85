import type { MigrationInterface, QueryRunner } from 'typeorm';

const TENANT = `institution_id = nullif(current_setting('app.institution_id', true), '')::bigint`;

/**
 * The words of a search name, as \`nameWords\` cuts them: apostrophes join, other punctuation separates. The function
 * takes and answers text only, so no right is needed to call it.
 */
const NAME_WORDS = `CREATE FUNCTION name_words(search_name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE RETURNS NULL ON NULL INPUT AS $function$
  SELECT DISTINCT left(word, 60)
    FROM regexp_split_to_table(translate(search_name, '''’ʼ\`', ''), '[][ .,;:/&()"+*_|{}<>-]+') AS word
   WHERE word <> ''
$function$`;

const WORDS_OF_CUSTOMERS = [
  `CREATE TABLE "customer_word" ("institution_id" bigint NOT NULL, "customer_id" bigint NOT NULL, "word" character varying(60) NOT NULL, CONSTRAINT "pk_customer_word" PRIMARY KEY ("institution_id", "customer_id", "word"))`,
  `GRANT SELECT, INSERT, DELETE ON "customer_word" TO corebank_app`,
  NAME_WORDS,
  `CREATE FUNCTION add_customer_words() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  INSERT INTO customer_word (institution_id, customer_id, word)
  SELECT c.institution_id, c.id, w FROM added c CROSS JOIN LATERAL name_words(c.search_name) w;
  RETURN NULL;
END
$function$`,
  `CREATE FUNCTION change_customer_words() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  DELETE FROM customer_word WHERE institution_id = OLD.institution_id AND customer_id = OLD.id;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO customer_word (institution_id, customer_id, word)
    SELECT NEW.institution_id, NEW.id, w FROM name_words(NEW.search_name) w;
  END IF;
  RETURN NULL;
END
$function$`,
  `CREATE TRIGGER "customer_words_new" AFTER INSERT ON "customer" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_customer_words()`,
  `CREATE TRIGGER "customer_words" AFTER UPDATE OF search_name ON "customer" FOR EACH ROW WHEN (OLD.search_name IS DISTINCT FROM NEW.search_name) EXECUTE FUNCTION change_customer_words()`,
  `CREATE TRIGGER "customer_words_gone" AFTER DELETE ON "customer" FOR EACH ROW EXECUTE FUNCTION change_customer_words()`,
  // The owner of the tables is subject to row-level security too while it is forced.
  `ALTER TABLE "customer" NO FORCE ROW LEVEL SECURITY`,
  `INSERT INTO "customer_word" (institution_id, customer_id, word) SELECT c.institution_id, c.id, w FROM "customer" c CROSS JOIN LATERAL name_words(c.search_name) w`,
  `ALTER TABLE "customer" FORCE ROW LEVEL SECURITY`,
  `CREATE INDEX "ix_customer_word_word" ON "customer_word" (institution_id, word text_pattern_ops, customer_id)`,
  `ALTER TABLE "customer_word" ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE "customer_word" FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY "tenant" ON "customer_word" USING (${TENANT}) WITH CHECK (${TENANT})`,
];

const INDEXES = [
  `CREATE INDEX "ix_audit_log_subject_prefix" ON "audit_log" (institution_id, subject text_pattern_ops, id)`,
  `CREATE INDEX "ix_audit_log_correlation" ON "audit_log"  ("institution_id", "correlation_id", "at", "id") WHERE correlation_id IS NOT NULL`,
];

/** Words of names for the search of staff (docs/api/enquiries.md#search), and indexes of filters of lists. */
export class AddSearchAndPaging1795710000000 implements MigrationInterface {
  static readonly oldestProgram = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...WORDS_OF_CUSTOMERS, ...INDEXES]) await runner.query(statement);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a backup, or write a migration that undoes this one.');
  }
}
