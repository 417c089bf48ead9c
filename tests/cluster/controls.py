"""What has to be found: each lets one thing be wrong, and does what brings it to light. The oracle is not blind.

asynchronous   the engine confirms what no standby has, and loses its primary
early          the program (a mutant) shows and acknowledges what it has only given to the store, and is killed
refused        the program (a mutant) takes an answer that got lost for a refusal
purge          tables are removed whatever their last entry is
"""
import signal
import time


def asynchronous(world):
    world.engine.fall_behind()
    time.sleep(2)
    world.engine.failover()
    time.sleep(1)


def early(world):
    """Commits wait while the standbys are frozen; what was shown meanwhile dies with its node and with the primary."""
    for _ in range(3):
        for standby in world.engine.standbys:
            standby.configure({"primary_conninfo": "host=127.0.0.1 port=1 user=postgres"})
            standby.process.send_signal(signal.SIGHUP)
        time.sleep(1)
        for node in list(world.nodes):
            node.kill()
        world.engine.failover()
        for node in list(world.nodes):
            world.replace(node)
        time.sleep(4)


def refused(world):
    """The answers of commits get lost: connections are cut while they wait for a standby."""
    for _ in range(6):
        for standby in world.engine.standbys:
            standby.pause()
        time.sleep(0.3)
        world.engine.primary.ask("select count(pg_terminate_backend(pid)) from pg_stat_activity"
                                 " where application_name = 'unisono' and wait_event = 'SyncRep'")
        time.sleep(0.1)
        for standby in world.engine.standbys:
            standby.resume()
        time.sleep(2)


def purge(world):
    world.engine.primary.ask("create or replace function unisono.purge(r bigint, head bigint) returns bigint language plpgsql as $$"
                             " begin delete from unisono.entry where room = r; update unisono.room set state = 2, code = null,"
                             " founder = null where room = r; return 0; end $$")
    room = world.engine.primary.ask("select room from unisono.room where state = 0 limit 1")
    world.engine.primary.ask(f"select unisono.purge({room}, 1)")
    time.sleep(2)


CONTROLS = {"asynchronous": asynchronous, "early": early, "refused": refused, "purge": purge}
