import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentStaff, type StaffActor } from '../common/http/actor';
import { Endpoint, staffAccess } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { changeAccepted } from '../institutions/changes/configuration-changes';
import { ledgerErrors } from '../ledger/ledger.errors';
import { productsErrors } from '../products/products.errors';
import { amlErrors } from './aml.errors';
import { amlPermissions } from './aml.permissions';
import { AmlRuleBody, AmlRulePath, AmlRuleView, ListAmlRulesQuery } from './aml-rules.dto';
import { CreateAmlRule } from './commands/create-aml-rule';
import { DeactivateAmlRule } from './commands/deactivate-aml-rule';
import { UpdateAmlRule } from './commands/update-aml-rule';
import { ListAmlRules } from './queries/list-aml-rules';
import { TryAmlRule } from './queries/try-aml-rule';
import { RuleTrialView, TryAmlRuleBody } from './rule-trial.dto';

const SCOPE_ERRORS = [
  ledgerErrors.ACCOUNT_NOT_FOUND,
  ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
  productsErrors.PRODUCT_NOT_FOUND,
  amlErrors.AML_RULE_SCOPE_REFUSED,
];

const RULE_CHANGE = {
  access: staffAccess(amlPermissions.manageRules),
  reference: 'honoured' as const,
  stepUp: true as const,
  response: AmlRuleView,
  description: 'Waits for a second person.',
  accepted: changeAccepted,
};

@Controller('api/admin/v1/aml/rules')
@ApiTags('AML')
export class AmlRulesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List AML rules',
    access: staffAccess(amlPermissions.viewAml),
    response: AmlRuleView,
    list: 'page',
  })
  list(@CurrentStaff() staff: StaffActor, @Query() filters: ListAmlRulesQuery): Promise<Page<AmlRuleView>> {
    return this.queries.execute(new ListAmlRules(staff.institutionId, filters));
  }

  @Post('try')
  @Endpoint({
    summary: 'Try out an AML rule',
    description:
      'How often the rule would have been met by the movements of the last days, at most the latest 20,000 postings. ' +
      'Nothing is stored. Movements of operations that are only recorded and not held count, too.',
    access: staffAccess(amlPermissions.viewAml),
    response: RuleTrialView,
    errors: SCOPE_ERRORS,
  })
  tryOut(
    @CurrentStaff() { institutionId }: StaffActor,
    @Body() { rule, days }: TryAmlRuleBody,
  ): Promise<RuleTrialView> {
    return this.queries.execute(new TryAmlRule(institutionId, rule, days));
  }

  @Post()
  @Endpoint({ summary: 'Create an AML rule', ...RULE_CHANGE, errors: SCOPE_ERRORS })
  create(@Write() write: WriteRequest, @Body() body: AmlRuleBody): Promise<Outcome> {
    return this.commands.execute(new CreateAmlRule(write, body));
  }

  @Put(':ruleId')
  @Endpoint({
    summary: 'Update an AML rule',
    versioned: true,
    ...RULE_CHANGE,
    errors: [amlErrors.AML_RULE_NOT_FOUND, ...SCOPE_ERRORS],
  })
  update(@Write() write: WriteRequest, @Param() { ruleId }: AmlRulePath, @Body() body: AmlRuleBody): Promise<Outcome> {
    return this.commands.execute(new UpdateAmlRule(write, Number(ruleId), body));
  }

  @Post(':ruleId/deactivate')
  @Endpoint({
    summary: 'Deactivate an AML rule',
    versioned: true,
    ...RULE_CHANGE,
    errors: [amlErrors.AML_RULE_NOT_FOUND],
  })
  deactivate(@Write() write: WriteRequest, @Param() { ruleId }: AmlRulePath): Promise<Outcome> {
    return this.commands.execute(new DeactivateAmlRule(write, Number(ruleId)));
  }
}
