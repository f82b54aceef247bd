import { keepPage } from "./keep";
import { hearPush } from "./push-message";
import type { Scope } from "./scope";

// The page's worker: what goes on while no page is open. One part, one file.
hearPush(self as unknown as Scope);
keepPage(self as unknown as Parameters<typeof keepPage>[0]);
