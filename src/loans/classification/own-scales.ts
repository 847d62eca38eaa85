import { isCalendarDate } from '../../common/time/calendar';
import { LOAN_CLASSIFICATIONS } from '../contract/loan.entity';
import type { ClassificationScale, ClassificationStep } from './classification-scales';

const MAX_DAYS = 3_650;
const FIELDS = ['fromDays', 'provisionPercent', 'nonPerforming'];

/** The fields of one class in the setting. */
interface OwnStep {
  fromDays: number;
  provisionPercent: number;
  nonPerforming: boolean;
}

type OwnScales = Record<string, Record<string, OwnStep>>;

/** The scales in a value of `LOAN_CLASSIFICATION_SCALES` that `ownScalesViolation` accepts. */
export function ownScales(value: string): ClassificationScale[] {
  return Object.entries(JSON.parse(value) as OwnScales).map(([effectiveFrom, classes]) => ({
    effectiveFrom,
    source: 'LOAN_CLASSIFICATION_SCALES',
    steps: stepsOf(classes),
  }));
}

/**
 * The problem of a value of `LOAN_CLASSIFICATION_SCALES`, in words that follow "The value"; undefined for a valid one.
 * @param value a JSON object
 */
export function ownScalesViolation(value: string): string | undefined {
  const scales = JSON.parse(value) as Record<string, unknown>;
  const dates = Object.keys(scales);
  if (dates.length < 1 || dates.length > 20 || !dates.every(isCalendarDate))
    return 'must name 1 to 20 dates (YYYY-MM-DD), each with its classes';
  for (const date of dates) {
    const problem = scaleViolation(scales[date]);
    if (problem !== undefined) return `of ${date} ${problem}`;
  }
  return undefined;
}

function scaleViolation(scale: unknown): string | undefined {
  const isComplete =
    typeof scale === 'object' &&
    scale !== null &&
    Object.keys(scale).length === LOAN_CLASSIFICATIONS.length &&
    LOAN_CLASSIFICATIONS.every((name) => isOwnStep((scale as Record<string, unknown>)[name]));
  if (!isComplete)
    return (
      `must have ${LOAN_CLASSIFICATIONS.join(', ')}, each with fromDays (0 to ${MAX_DAYS}), provisionPercent ` +
      '(0 to 100) and nonPerforming (true or false)'
    );
  const steps = stepsOf(scale as Record<string, OwnStep>);
  if (steps[0]!.fromDays !== 0) return 'must begin with Performing from 0 days';
  const rises = steps.every((step, index) => index === 0 || isWorse(step, steps[index - 1]!));
  if (!rises) return 'must have more days, no less provision and no return to performing from class to class';
  return steps[0]!.isNonPerforming || !steps.at(-1)!.isNonPerforming
    ? 'must have Performing performing and Lost non-performing'
    : undefined;
}

function isOwnStep(step: unknown): step is OwnStep {
  if (typeof step !== 'object' || step === null || !Object.keys(step).every((name) => FIELDS.includes(name)))
    return false;
  const { fromDays, provisionPercent, nonPerforming } = step as Partial<Record<keyof OwnStep, unknown>>;
  return (
    Number.isInteger(fromDays) &&
    isWithin(fromDays as number, MAX_DAYS) &&
    typeof provisionPercent === 'number' &&
    isWithin(provisionPercent, 100) &&
    typeof nonPerforming === 'boolean'
  );
}

function isWithin(value: number, most: number): boolean {
  return value >= 0 && value <= most;
}

function isWorse(step: ClassificationStep, before: ClassificationStep): boolean {
  return (
    step.fromDays > before.fromDays &&
    step.provisionPercent >= before.provisionPercent &&
    (step.isNonPerforming || !before.isNonPerforming)
  );
}

function stepsOf(classes: Readonly<Record<string, OwnStep>>): ClassificationStep[] {
  return LOAN_CLASSIFICATIONS.map((name) => {
    const { fromDays, provisionPercent, nonPerforming } = classes[name]!;
    return { class: name, fromDays, provisionPercent, isNonPerforming: nonPerforming };
  });
}
