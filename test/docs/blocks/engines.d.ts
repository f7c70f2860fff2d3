/** The parts of queues that docs/guides/queues.md uses, and of pg 8. Compared with bullmq 6.7, inngest 4.24, client-sqs 3.1175 and Temporal 1.24. */

declare module "@temporalio/workflow" {
  export function proxyActivities<Activities>(options: { startToCloseTimeout: string }): Activities;
  export function sleep(ms: number | string): Promise<void>;
  export function continueAsNew<Workflow extends (...parameters: never[]) => Promise<unknown>>(
    ...parameters: Parameters<Workflow>
  ): Promise<never>;
}

declare module "@aws-sdk/client-sqs" {
  interface OfMessage {
    QueueUrl: string | undefined;
    ReceiptHandle: string | undefined;
  }
  interface Message {
    Body?: string;
    ReceiptHandle?: string;
  }
  export class ReceiveMessageCommand {
    readonly received: true;
    constructor(input: {
      QueueUrl: string | undefined;
      WaitTimeSeconds?: number;
      VisibilityTimeout?: number;
    });
  }
  export class DeleteMessageCommand {
    constructor(input: OfMessage);
  }
  export class ChangeMessageVisibilityCommand {
    constructor(input: OfMessage & { VisibilityTimeout: number | undefined });
  }
  export class SQSClient {
    constructor(config: object);
    send(command: ReceiveMessageCommand): Promise<{ Messages?: Message[] }>;
    send(command: DeleteMessageCommand | ChangeMessageVisibilityCommand): Promise<object>;
  }
}

declare module "bullmq" {
  export interface Job<Data> {
    readonly data: Data;
    moveToDelayed(timestamp: number, token?: string): Promise<void>;
  }
  export class DelayedError extends Error {}
  export class Worker<Data> {
    constructor(
      name: string,
      processor: (job: Job<Data>, token?: string) => Promise<unknown>,
      options: { connection: { host: string }; maxStalledCount?: number },
    );
  }
  export class Queue<Data> {
    constructor(name: string, options: { connection: { host: string } });
    add(
      name: string,
      data: Data,
      options: { jobId?: string; attempts?: number; backoff?: number; removeOnComplete?: boolean },
    ): Promise<object>;
  }
}

declare module "inngest" {
  interface Context {
    event: { data: Record<string, unknown> };
    step: {
      run<Result>(id: string, work: () => Promise<Result>): Promise<Result>;
      sleep(id: string, ms: number): Promise<void>;
      sendEvent(id: string, event: { name: string; data: object }): Promise<object>;
    };
  }
  export class Inngest {
    constructor(options: { id: string });
    createFunction(
      options: { id: string; retries?: number; triggers: { event: string }[] },
      handler: (context: Context) => Promise<unknown>,
    ): object;
  }
}

declare module "pg" {
  const pg: {
    Pool: new () => {
      connect(): Promise<{
        query(text: string, values?: readonly unknown[]): Promise<{ rowCount: number | null }>;
        release(destroy?: boolean): void;
      }>;
    };
  };
  export default pg;
}
