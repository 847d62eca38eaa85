import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { missingFactsOf, problemsOf } from '../scenario-language';
import type { ScenarioCheckView } from '../scenarios.dto';

/** Checks a definition and stores nothing. */
export class ValidateScenario extends Query<ScenarioCheckView> {
  constructor(readonly definition: Record<string, unknown>) {
    super();
  }
}

@QueryHandler(ValidateScenario)
export class ValidateScenarioHandler implements IQueryHandler<ValidateScenario> {
  execute({ definition }: ValidateScenario): Promise<ScenarioCheckView> {
    const problems = problemsOf(definition);
    return Promise.resolve({ isValid: problems.length === 0, problems, missingFacts: missingFactsOf(definition) });
  }
}
