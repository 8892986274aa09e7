import { catalog } from '#services/catalog/service.ts';
import { orders } from '#services/orders/service.ts';
import { webhooks } from '#services/webhooks/service.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { AnyService } from '#shared/engine/service/define-service.ts';

export const services: Readonly<Record<ServiceName, AnyService>> = { catalog, orders, webhooks };
