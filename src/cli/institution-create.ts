import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { ValidationPipe } from '../common/http/validation.pipe';
import { InstitutionOpenings } from '../seed/institution-openings';
import { OpenInstitutionFile } from '../seed/open-institution.dto';
import { INSTITUTION_TEMPLATES } from '../seed/templates/all-templates';
import { type CommandResult, type OperatorCommand, textOptions, UsageError } from './operator-command';

type Ask = (question: string) => Promise<string>;

const TEMPLATE_LINES = INSTITUTION_TEMPLATES.map(({ name, summary }) => `  ${name}: ${summary}`).join('\n');

/** `corebank institution create`: an institution with books, administrators and policies, from a file or a dialogue. */
export const institutionCreate: OperatorCommand = {
  name: 'institution create',
  options: '[--file FILE]',
  summary: 'Opens an institution from a JSON file, or asks for its facts; an interrupted opening goes on',
  async run({ services, ask }, args) {
    const { file } = textOptions(args, ['file'] as const);
    if (file === undefined && ask === undefined)
      throw new UsageError('Name a JSON file with --file; without a terminal there is nobody to ask.');
    const facts: unknown = file === undefined ? await askForFacts(ask!) : readJson(file);
    const checked = new ValidationPipe().transform(facts, { type: 'body', metatype: OpenInstitutionFile });
    const app = await services();
    const opened = await new InstitutionOpenings(app).open(checked as OpenInstitutionFile, userInfo().username);
    return { ok: true, text: described(opened), data: { ...opened } };
  },
};

function described({
  institutionId,
  code,
  administrators,
}: Awaited<ReturnType<InstitutionOpenings['open']>>): CommandResult['text'] {
  return [
    `The institution ${code} is open. Its number is ${institutionId}.`,
    'One-time codes of the administrators, shown once:',
    ...administrators.map(
      ({ staffID, email, code: secret, expiresAt }) =>
        `  ${staffID}  ${email}  ${secret}  valid until ${expiresAt.toISOString()}`,
    ),
    'Each sets a password with it: POST /api/admin/v1/password. Pass each code to its owner only.',
    `See what is missing before customers come: corebank institution check --institution ${institutionId}`,
  ];
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`The file ${file} is not valid JSON.`);
  }
}

async function askForFacts(ask: Ask): Promise<object> {
  const facts = {
    code: await ask('CBN code (3 digits for a deposit money bank, 5 for another institution): '),
    name: await ask('Name of the institution: '),
    template: await ask(`Template\n${TEMPLATE_LINES}\n> `),
    timeZone: (await ask('Time zone [Africa/Lagos]: ')) || 'Africa/Lagos',
  };
  const holidays = await ask('Dates of public holidays, such as 2026-12-25, 2026-12-26 [none]: ');
  const headOffice = {
    branchCode: (await ask('Code of the head office [001]: ')) || '001',
    branchName: (await ask('Name of the head office [Head Office]: ')) || 'Head Office',
    address: await ask('Street address of the head office: '),
  };
  const administrators = [await askForAdministrator(ask, 'First'), await askForAdministrator(ask, 'Second')];
  const publicHolidays = holidays
    .split(',')
    .map((date) => date.trim())
    .filter((date) => date !== '');
  return { ...facts, publicHolidays, headOffice, administrators };
}

async function askForAdministrator(ask: Ask, which: string): Promise<object> {
  return {
    staffID: await ask(`${which} administrator, staff ID: `),
    name: await ask(`${which} administrator, full name: `),
    email: await ask(`${which} administrator, e-mail address for sign-in: `),
  };
}
