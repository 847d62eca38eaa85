import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type Access, ACCESS_METADATA } from './endpoint.decorator';

const NEST_PATH_METADATA = 'path';

/** One route and its access. */
export interface DeclaredRoute {
  controller: string;
  handler: string;
  access: Access;
}

/** Reads every route's declared access at boot; a route without one stops the boot. */
@Injectable()
export class AccessDeclarations implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    this.list();
  }

  /** @throws Error when a route declares no access. */
  list(): DeclaredRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => {
      const prototype = (metatype as { prototype?: Record<string, object> } | undefined)?.prototype;
      if (!prototype) return [];
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((handler) => Reflect.hasMetadata(NEST_PATH_METADATA, prototype[handler]!))
        .map((handler) => this.declared(metatype!.name, handler, prototype[handler]!));
    });
  }

  private declared(controller: string, handler: string, method: object): DeclaredRoute {
    const access = Reflect.getMetadata(ACCESS_METADATA, method) as Access | undefined;
    if (!access) throw new Error(`${controller}.${handler} declares no access: give it an @Endpoint.`);
    return { controller, handler, access };
  }
}
