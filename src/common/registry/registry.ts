import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

type ClassOf<T> = abstract new (...args: never[]) => T;

/** The decorator of Nest's discovery that marks the members of a registry, by the registry's class. */
const decorators = new Map<object, ReturnType<typeof DiscoveryService.createDecorator>>();

function decoratorOf(registry: object): ReturnType<typeof DiscoveryService.createDecorator> {
  const decorator = decorators.get(registry) ?? DiscoveryService.createDecorator();
  decorators.set(registry, decorator);
  return decorator;
}

/**
 * Class decorator of a provider that belongs to a registry, beside `@Injectable()`. To be in the registry, the class
 * only has to be among the providers of a module. A class may belong to several registries.
 */
export function MemberOf<Member extends object>(
  registry: ClassOf<Registry<Member>>,
): (member: ClassOf<Member>) => void {
  return decoratorOf(registry)();
}

/**
 * Providers of one interface from all modules of the application, by name. The registry collects them when the
 * application starts, after Nest has constructed every provider and before jobs and schedules begin.
 */
@Injectable()
export abstract class Registry<Member extends object> implements OnModuleInit {
  private readonly members = new Map<string, Member>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error when two members have one name, which stops the start. */
  onModuleInit(): void {
    const providers = this.discovery.getProviders({ metadataKey: decoratorOf(this.constructor).KEY });
    for (const { instance } of providers) this.add(instance as Member);
  }

  /** The name of a member, unique in the registry. */
  protected abstract nameOf(member: Member): string;

  protected find(name: string): Member | undefined {
    return this.members.get(name);
  }

  /** In alphabetical order of the names, whatever the order of the modules. */
  protected all(): Member[] {
    return [...this.members].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, member]) => member);
  }

  private add(member: Member): void {
    const name = this.nameOf(member);
    const other = this.members.get(name);
    if (other)
      throw new Error(
        `${this.constructor.name} has two members named ${name}: ${other.constructor.name} and ` +
          `${member.constructor.name}. Rename or remove one of them.`,
      );
    this.members.set(name, member);
  }
}
