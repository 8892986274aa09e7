import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { CronJob, Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import type { Manifest } from '#tools/check/kubernetes-policy.ts';

interface Kind {
  apiVersion: string;
  kind: string;
  new (data: never): { validate: () => void };
}

const kinds: readonly Kind[] = [
  Deployment,
  Job,
  CronJob,
  PersistentVolumeClaim,
  Service,
  ConfigMap,
  Namespace,
  HorizontalPodAutoscaler,
  PodDisruptionBudget,
  Ingress,
  NetworkPolicy,
  ScaledObject,
  TriggerAuthentication,
];

/** Describes why a manifest does not match its kind's schema; null if the manifest matches. */
export function schemaFault(manifest: Manifest): string | null {
  const { apiVersion, kind } = manifest;
  const known = kinds.find((candidate) => candidate.kind === kind && candidate.apiVersion === apiVersion);
  if (!known) return `There is no ${kind} of ${apiVersion}`;
  try {
    new known(manifest as never).validate();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
