internal import GRDB

/// The tables of a store, and the migrations that bring older versions up to date.
enum StoreSchema {
    /// The migrations. A released migration is never changed; any change of the tables is a new migration.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: "PRAGMA application_id = \(GeofenceStore.applicationID)")
            try database.execute(sql: tables)
        }
        migrator.registerMigration("2") { database in try database.execute(sql: secondTables) }
        migrator.registerMigration("3", migrate: identifyEvents)
        migrator.registerMigration("4", migrate: completeEvents)
        migrator.registerMigration("5") { database in try database.execute(sql: fifthColumns) }
        migrator.registerMigration("6") { database in try database.execute(sql: sixthColumns) }
        migrator.registerMigration("7") { database in try database.execute(sql: seventhColumns) }
        migrator.registerMigration("8") { database in try database.execute(sql: eighthTable) }
        migrator.registerMigration("9") { database in
            try database.execute(sql: ninthColumns)
            try markFiles(database)
        }
        migrator.registerMigration("10", migrate: pairVisits)
        migrator.registerMigration("11", migrate: listOpenVisits)
        migrator.registerMigration("12", migrate: unlinkVisits)
        return migrator
    }

    /// The first tables. Times are milliseconds since 1970 in UTC, lengths meters, angles degrees.
    private static let tables = """
        CREATE TABLE store_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- Counts every change of a saved geofence.
            fence_revision INTEGER NOT NULL,
            -- Counts how often someone has asked the engines that listen to reconcile.
            reconcile_requests INTEGER NOT NULL
        );
        INSERT INTO store_state VALUES (1, 0, 0);

        -- region is well-known binary; for a circle it is the center, and radius_m is the radius.
        CREATE TABLE geofences (
            identifier TEXT PRIMARY KEY NOT NULL,
            name TEXT,
            region BLOB NOT NULL,
            radius_m REAL,
            notify_on_entry INTEGER NOT NULL,
            notify_on_exit INTEGER NOT NULL,
            is_active INTEGER NOT NULL,
            revision INTEGER NOT NULL
        );
        CREATE INDEX geofences_by_revision ON geofences (revision);
        -- The last removal of each geofence that is not saved now, so that watches learn of it. A row is deleted only
        -- when its geofence is saved again, because a watch that was held up, or that resumes after any time, needs all
        -- removals since the revision that it has registered. The store does not have that revision: a watch registers
        -- before it publishes, and the state of a device has the revision of the device's last change. The row also
        -- keeps the name known for queries of events.
        CREATE TABLE geofence_removals (
            identifier TEXT PRIMARY KEY NOT NULL,
            revision INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX geofence_removals_by_revision ON geofence_removals (revision);

        CREATE TABLE devices (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            -- As the device last reported; NULL for one that never did.
            authorization_status TEXT,
            location_services_enabled INTEGER,
            reported_unix_ms INTEGER
        );
        CREATE TABLE sources (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            -- Nothing older than this is taken from a device that the source has no anchor for.
            since_unix_ms INTEGER NOT NULL
        );
        -- Without a sequence in the source, sequence is the smallest integer; without an accuracy, accuracy_m is NULL.
        -- A fix is a repeat if its whole key is the same: fixes with the same time and no sequence may have different
        -- positions.
        CREATE TABLE fixes (
            device INTEGER NOT NULL,
            ts_unix_ms INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            accuracy_m REAL,
            source INTEGER NOT NULL,
            PRIMARY KEY (device, ts_unix_ms, sequence, latitude, longitude)
        ) WITHOUT ROWID;

        -- The newest fix that a source gave of a device: in finished imports, and in one that is under way.
        CREATE TABLE import_anchors (
            source INTEGER NOT NULL,
            device INTEGER NOT NULL,
            ts_unix_ms INTEGER,
            pending_unix_ms INTEGER,
            PRIMARY KEY (source, device)
        ) WITHOUT ROWID;
        -- The progress of an import that is under way or was killed.
        CREATE TABLE import_progress (
            source INTEGER NOT NULL,
            path TEXT NOT NULL,
            size INTEGER NOT NULL,
            modified_unix_ms INTEGER NOT NULL,
            takes_all INTEGER NOT NULL,
            chunks INTEGER NOT NULL,
            PRIMARY KEY (source, path)
        ) WITHOUT ROWID;

        -- origin: 'watch' for a live stream, 'evaluate' for the last evaluation of the fixes.
        CREATE TABLE events (
            id INTEGER PRIMARY KEY,
            origin TEXT NOT NULL,
            event TEXT NOT NULL,
            device INTEGER NOT NULL,
            geofence TEXT NOT NULL,
            ts_unix_ms INTEGER NOT NULL,
            decided_unix_ms INTEGER NOT NULL,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL,
            cause TEXT NOT NULL
        );
        CREATE INDEX events_by_time ON events (ts_unix_ms);
        CREATE INDEX events_by_geofence ON events (geofence, ts_unix_ms);
        -- An ENTER and the EXIT after it; exited_unix_ms is NULL while the device is inside.
        CREATE VIEW visits AS
            SELECT device, geofence, ts_unix_ms AS entered_unix_ms,
                CASE WHEN next_event = 'EXIT' THEN next_unix_ms END AS exited_unix_ms, previous_exit_unix_ms, id
            FROM (
                SELECT id, event, device, geofence, ts_unix_ms,
                    LEAD(event) OVER stay AS next_event,
                    LEAD(ts_unix_ms) OVER stay AS next_unix_ms,
                    LAG(ts_unix_ms) OVER stay AS previous_exit_unix_ms
                FROM events
                WINDOW stay AS (PARTITION BY geofence, device, origin ORDER BY ts_unix_ms, id)
            )
            WHERE event = 'ENTER';

        -- The engines that listen, and the revision of each geofence that each of them has registered.
        CREATE TABLE watchers (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            process INTEGER NOT NULL,
            started_unix_ms INTEGER NOT NULL
        );
        CREATE TABLE registrations (
            watcher INTEGER NOT NULL REFERENCES watchers (id) ON DELETE CASCADE,
            identifier TEXT NOT NULL,
            revision INTEGER NOT NULL,
            PRIMARY KEY (watcher, identifier)
        ) WITHOUT ROWID;

        CREATE TABLE checkpoints (
            name TEXT PRIMARY KEY NOT NULL,
            saved_unix_ms INTEGER NOT NULL,
            state BLOB NOT NULL
        );
        """

    /// What geofences specify about their events, what watches know of devices, and evaluations that are written in
    /// batches.
    private static let secondTables = """
        -- policy is a JSON object with all thresholds, or NULL for the engine's policy; added_revision is the revision
        -- in which the geofence was added.
        ALTER TABLE geofences ADD COLUMN policy TEXT;
        ALTER TABLE geofences ADD COLUMN dwell_ms INTEGER;
        ALTER TABLE geofences ADD COLUMN added_revision INTEGER NOT NULL DEFAULT 0;
        UPDATE geofences SET added_revision = revision;

        -- The number of evaluations that were begun, and the number of the one whose events count.
        ALTER TABLE store_state ADD COLUMN evaluations INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE store_state ADD COLUMN evaluation INTEGER NOT NULL DEFAULT 0;
        -- The number of the evaluation that made the event; NULL for an event of a live stream.
        ALTER TABLE events ADD COLUMN evaluation INTEGER;
        UPDATE events SET evaluation = 0 WHERE origin = 'evaluate';
        CREATE INDEX events_by_evaluation ON events (evaluation) WHERE evaluation IS NOT NULL;
        CREATE VIEW current_events AS
            SELECT id, origin, event, device, geofence, ts_unix_ms, decided_unix_ms, latitude, longitude, cause
            FROM events WHERE evaluation IS NULL OR evaluation = (SELECT evaluation FROM store_state);
        DROP VIEW visits;
        -- An ENTER and the EXIT after it; exited_unix_ms is NULL while the device is inside.
        CREATE VIEW visits AS
            SELECT device, geofence, ts_unix_ms AS entered_unix_ms,
                CASE WHEN next_event = 'EXIT' THEN next_unix_ms END AS exited_unix_ms, previous_exit_unix_ms, id
            FROM (
                SELECT id, event, device, geofence, ts_unix_ms,
                    LEAD(event) OVER stay AS next_event,
                    LEAD(ts_unix_ms) OVER stay AS next_unix_ms,
                    LAG(ts_unix_ms) OVER stay AS previous_exit_unix_ms
                FROM current_events WHERE event <> 'DWELL'
                WINDOW stay AS (PARTITION BY geofence, device, origin ORDER BY ts_unix_ms, id)
            )
            WHERE event = 'ENTER';

        -- How far a watch has come in its input, if that is a file, and in its output.
        DROP TABLE checkpoints;
        CREATE TABLE watches (
            name TEXT PRIMARY KEY NOT NULL,
            input TEXT,
            input_head BLOB,
            input_bytes INTEGER NOT NULL,
            output TEXT,
            output_bytes INTEGER NOT NULL
        ) WITHOUT ROWID;
        -- What the engine of a watch knows about a device, and the revision of the geofences at that time.
        CREATE TABLE watch_devices (
            watch TEXT NOT NULL,
            device TEXT NOT NULL,
            revision INTEGER NOT NULL,
            state BLOB NOT NULL,
            PRIMARY KEY (watch, device)
        );
        -- The watch that a listener keeps; NULL for none.
        ALTER TABLE watchers ADD COLUMN name TEXT;
        """

    private static let fifthColumns = """
        -- The last of the bytes that output_bytes counts, by which the output is recognized.
        ALTER TABLE watches ADD COLUMN output_end BLOB;
        """

    private static let sixthColumns = """
        -- The offset with which times without a zone were read; NULL if they were rejected.
        ALTER TABLE import_progress ADD COLUMN utc_offset_s INTEGER;
        """

    private static let seventhColumns = """
        -- Whether the output may be longer than output_bytes: while the watch runs, and after it was killed.
        ALTER TABLE watches ADD COLUMN is_output_open INTEGER NOT NULL DEFAULT 1;
        """

    private static let eighthTable = """
        -- The number of a device's fixes that a watch has not used, and the time at which the last of them arrived.
        CREATE TABLE watch_rejects (
            watch TEXT NOT NULL,
            device TEXT NOT NULL,
            reason TEXT NOT NULL,
            fixes INTEGER NOT NULL,
            last_unix_ms INTEGER NOT NULL,
            PRIMARY KEY (watch, device, reason)
        ) WITHOUT ROWID;
        """

    private static let ninthColumns = """
        -- Counts how often devices were forgotten.
        ALTER TABLE store_state ADD COLUMN forgettings INTEGER NOT NULL DEFAULT 0;
        -- Whether the geofence reported EXIT when it was removed; NULL if an older version removed it.
        ALTER TABLE geofence_removals ADD COLUMN notify_on_exit INTEGER;
        CREATE INDEX events_by_device ON events (device, ts_unix_ms);
        CREATE INDEX devices_by_report ON devices (authorization_status, location_services_enabled)
            WHERE authorization_status IS NOT NULL;
        """
}
