import type { TaskData, TaskName } from "./records/tasks";
import type { World } from "./world";

/** Has a task run when the clock reaches `dueMs`. Tasks of one instant run in the order of scheduling. Returns the task's id. */
export function later<Name extends TaskName>(
  world: World,
  dueMs: number,
  task: Name,
  data: TaskData[Name],
): string {
  world.counts.tasks += 1;
  const id = `task-${String(world.counts.tasks).padStart(10, "0")}`;
  world.tasks.add({ id, dueMs, task, data });
  world.outside.scheduled();
  return id;
}

/** Calls a task off. Nothing happens when it has run, or for `undefined`. */
export function cancel(world: World, id: string | undefined): void {
  if (id !== undefined) world.tasks.delete(id);
}
